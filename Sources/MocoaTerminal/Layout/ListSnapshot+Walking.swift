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
    case .header(let section): sections[section].header != nil
    case .item(let path): contains(path)
    case .footer(let section): sections[section].footer != nil
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
    case .header(let section): item(0, ofSection: section) ?? footer(ofSection: section)
    case .item(let path):
      item(path.item + 1, ofSection: path.section) ?? footer(ofSection: path.section)
    case .footer: nil
    }
  }

  /// The element of the same section that stands before another; nil before its first.
  func element(beforeInSection element: ListElement) -> ListElement? {
    switch element {
    case .header: nil
    case .item(let path):
      item(path.item - 1, ofSection: path.section) ?? header(ofSection: path.section)
    case .footer(let section):
      item(sections[section].items.count - 1, ofSection: section) ?? header(ofSection: section)
    }
  }

  /// The first element of a section; nil in one without any.
  func firstElement(ofSection section: Int) -> ListElement? {
    header(ofSection: section) ?? item(0, ofSection: section) ?? footer(ofSection: section)
  }

  /// The last element of a section; nil in one without any.
  func lastElement(ofSection section: Int) -> ListElement? {
    footer(ofSection: section) ?? item(sections[section].items.count - 1, ofSection: section)
      ?? header(ofSection: section)
  }

  private func header(ofSection section: Int) -> ListElement? {
    sections[section].header == nil ? nil : .header(section: section)
  }

  private func footer(ofSection section: Int) -> ListElement? {
    sections[section].footer == nil ? nil : .footer(section: section)
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

  /// The place in its section: headers first, footers last.
  private var place: Int {
    switch self {
    case .header: -1
    case .item(let path): path.item
    case .footer: .max
    }
  }
}
