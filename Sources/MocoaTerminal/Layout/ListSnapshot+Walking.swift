internal import MocoaModel

extension ListSnapshot {
  /// The first element; nil in an empty list.
  var firstElement: ListElement? { firstElement(fromSection: 0) }

  /// The last element; nil in an empty list.
  var lastElement: ListElement? { lastElement(toSection: sections.count - 1) }

  /// Whether an element is in the list.
  func contains(_ element: ListElement) -> Bool {
    guard sections.indices.contains(element.section) else { return false }
    return switch element {
    case .item(let path): contains(path)
    case .end(let end, let section): sections[section].model(of: end) != nil
    }
  }

  /// The element that follows another; nil behind the last.
  func element(after element: ListElement) -> ListElement? {
    self.element(afterInSection: element) ?? firstElement(fromSection: element.section + 1)
  }

  /// The element that stands before another; nil before the first.
  func element(before element: ListElement) -> ListElement? {
    self.element(beforeInSection: element) ?? lastElement(toSection: element.section - 1)
  }

  /// The element of the same section that follows another; nil behind its last.
  func element(afterInSection element: ListElement) -> ListElement? {
    switch element {
    case .end(.header, let section): firstElement(ofSection: section, fromSupplement: 0)
    case .end(.supplement(let position), let section):
      firstElement(ofSection: section, fromSupplement: position + 1)
    case .item(let path):
      item(path.item + 1, ofSection: path.section) ?? end(.footer, ofSection: path.section)
    case .end(.footer, _): nil
    }
  }

  /// The element of the same section that stands before another; nil before its first.
  func element(beforeInSection element: ListElement) -> ListElement? {
    switch element {
    case .end(.header, _): nil
    case .end(.supplement(let position), let section):
      lastElement(ofSection: section, toSupplement: position - 1)
    case .item(let path):
      item(path.item - 1, ofSection: path.section) ?? lastElement(aboveItemsOf: path.section)
    case .end(.footer, let section):
      item(sections[section].items.count - 1, ofSection: section)
        ?? lastElement(aboveItemsOf: section)
    }
  }

  /// The first element of a section; nil in one without any.
  func firstElement(ofSection section: Int) -> ListElement? {
    end(.header, ofSection: section) ?? firstElement(ofSection: section, fromSupplement: 0)
  }

  /// The last element of a section; nil in one without any.
  func lastElement(ofSection section: Int) -> ListElement? {
    end(.footer, ofSection: section)
      ?? item(sections[section].items.count - 1, ofSection: section)
      ?? lastElement(aboveItemsOf: section)
  }

  private func firstElement(
    ofSection section: Int, fromSupplement position: Int
  ) -> ListElement? {
    end(.supplement(position), ofSection: section) ?? item(0, ofSection: section)
      ?? end(.footer, ofSection: section)
  }

  private func lastElement(aboveItemsOf section: Int) -> ListElement? {
    lastElement(ofSection: section, toSupplement: sections[section].supplements.count - 1)
  }

  private func lastElement(ofSection section: Int, toSupplement position: Int) -> ListElement? {
    end(.supplement(position), ofSection: section) ?? end(.header, ofSection: section)
  }

  private func end(_ end: ListElement.End, ofSection section: Int) -> ListElement? {
    sections[section].model(of: end) == nil ? nil : .end(end, section: section)
  }

  private func item(_ item: Int, ofSection section: Int) -> ListElement? {
    let path = ItemPath(section: section, item: item)
    return contains(path) ? .item(path) : nil
  }

  private func firstElement(fromSection start: Int) -> ListElement? {
    sections[min(start, sections.count)...].indices.lazy.compactMap { firstElement(ofSection: $0) }
      .first
  }

  private func lastElement(toSection end: Int) -> ListElement? {
    sections[..<(end + 1)].indices.reversed().lazy.compactMap { lastElement(ofSection: $0) }.first
  }
}

extension ListElement {
  /// Whether it stands above another of the same list.
  func isBefore(_ other: ListElement) -> Bool {
    section == other.section ? place < other.place : section < other.section
  }

  /// The place in its section: what stands above the items, these, the footer.
  private var place: Int {
    switch self {
    case .end(.header, _): .min
    case .end(.supplement(let position), _): .min + 1 + position
    case .item(let path): path.item
    case .end(.footer, _): .max
    }
  }
}
