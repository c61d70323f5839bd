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
    let section = sections[element.section]
    switch element {
    case .header(let position) where section.items.count > 0:
      return .item(ItemPath(section: position, item: 0))
    case .item(let path) where path.item + 1 < section.items.count:
      return .item(ItemPath(section: path.section, item: path.item + 1))
    case .header, .item:
      if section.footer != nil { return .footer(section: element.section) }
      return firstElement(fromSection: element.section + 1)
    case .footer(let position): return firstElement(fromSection: position + 1)
    }
  }

  /// The element that stands before another; nil before the first.
  func element(before element: ListElement) -> ListElement? {
    let section = sections[element.section]
    switch element {
    case .footer(let position) where section.items.count > 0:
      return .item(ItemPath(section: position, item: section.items.count - 1))
    case .item(let path) where path.item > 0:
      return .item(ItemPath(section: path.section, item: path.item - 1))
    case .footer, .item:
      if section.header != nil { return .header(section: element.section) }
      return lastElement(toSection: element.section - 1)
    case .header(let position): return lastElement(toSection: position - 1)
    }
  }

  private func firstElement(fromSection start: Int) -> ListElement? {
    for position in max(0, start)..<max(start, sections.count) {
      let section = sections[position]
      if section.header != nil { return .header(section: position) }
      if section.items.count > 0 { return .item(ItemPath(section: position, item: 0)) }
      if section.footer != nil { return .footer(section: position) }
    }
    return nil
  }

  private func lastElement(toSection end: Int) -> ListElement? {
    for position in stride(from: end, through: 0, by: -1) {
      let section = sections[position]
      if section.footer != nil { return .footer(section: position) }
      if section.items.count > 0 {
        return .item(ItemPath(section: position, item: section.items.count - 1))
      }
      if section.header != nil { return .header(section: position) }
    }
    return nil
  }
}
