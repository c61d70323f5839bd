internal import MocoaModel

extension ListSnapshot {
  /// The first element, or `nil` for an empty list.
  var firstElement: ListElement? { firstElement(fromSection: 0) }

  /// The last element, or `nil` for an empty list.
  var lastElement: ListElement? { lastElement(toSection: sections.count - 1) }

  /// Returns `true` if the list contains an element.
  func contains(_ element: ListElement) -> Bool {
    guard sections.indices.contains(element.section) else { return false }
    return switch element {
    case .item(let path): contains(path)
    case .boundary(let end, let section): sections[section].model(for: end) != nil
    }
  }

  /// Returns the element after a given element, or `nil` for the last element of the list.
  func element(after element: ListElement) -> ListElement? {
    self.element(afterInSection: element) ?? firstElement(fromSection: element.section + 1)
  }

  /// Returns the element before a given element, or `nil` for the first element of the list.
  func element(before element: ListElement) -> ListElement? {
    self.element(beforeInSection: element) ?? lastElement(toSection: element.section - 1)
  }

  /// Returns the next element of the same section, or `nil` for the last element of the section.
  func element(afterInSection element: ListElement) -> ListElement? {
    switch element {
    case .boundary(.header, let section): firstElement(ofSection: section, fromSupplement: 0)
    case .boundary(.supplement(let position), let section):
      firstElement(ofSection: section, fromSupplement: position + 1)
    case .item(let path):
      item(path.item + 1, ofSection: path.section) ?? end(.footer, ofSection: path.section)
    case .boundary(.footer, _): nil
    }
  }

  /// Returns the previous element of the same section, or `nil` for the first element of the
  /// section.
  func element(beforeInSection element: ListElement) -> ListElement? {
    switch element {
    case .boundary(.header, _): nil
    case .boundary(.supplement(let position), let section):
      lastElement(ofSection: section, toSupplement: position - 1)
    case .item(let path):
      item(path.item - 1, ofSection: path.section) ?? lastElement(aboveItemsOf: path.section)
    case .boundary(.footer, let section):
      item(sections[section].items.count - 1, ofSection: section)
        ?? lastElement(aboveItemsOf: section)
    }
  }

  /// Returns the first element of a section, or `nil` for an empty section.
  func firstElement(ofSection section: Int) -> ListElement? {
    end(.header, ofSection: section) ?? firstElement(ofSection: section, fromSupplement: 0)
  }

  /// Returns the last element of a section, or `nil` for an empty section.
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

  private func end(_ end: ListElement.Boundary, ofSection section: Int) -> ListElement? {
    sections[section].model(for: end) == nil ? nil : .boundary(end, section: section)
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
  /// Returns `true` if this element precedes `other` in the same list.
  func isBefore(_ other: ListElement) -> Bool {
    section == other.section ? orderInSection < other.orderInSection : section < other.section
  }

  /// A rank that orders the elements of a section: header and supplements, then the items, then the
  /// footer.
  private var orderInSection: Int {
    switch self {
    case .boundary(.header, _): .min
    case .boundary(.supplement(let position), _): .min + 1 + position
    case .item(let path): path.item
    case .boundary(.footer, _): .max
    }
  }
}
