internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The lines for the ancestors, the view model and its children, with the state of each.
///
/// ```text
///    MusicPage  ready · shown
///      ListViewModel  ready · 48 items · 7 sections, 2 made
///        SectionViewModel  ready · section 1 "artist" · 9 made
///  ▸       AlbumCellViewModel  ready · item 3 · displayed · highlighted · 1 row
/// ```
@MainActor
enum InspectorTree {
  /// The maximum number of children that are listed.
  private static let limit = 50

  static func lines(around subject: ViewModel) -> [String] {
    var above: [ViewModel] = []
    while let parent = (above.last ?? subject).parent { above.append(parent) }
    let below = subject.children.prefix(limit)
    var lines = above.reversed().enumerated().map { line(of: $1, depth: $0) }
    lines.append(line(of: subject, depth: above.count, isSubject: true))
    lines += below.map { line(of: $0, depth: above.count + 1) }
    let rest = subject.children.count - below.count
    if rest > 0 {
      lines.append(
        String(repeating: "  ", count: above.count + 2) + localized("… and \(rest) more"))
    }
    return lines
  }

  private static func line(of node: ViewModel, depth: Int, isSubject: Bool = false) -> String {
    (isSubject ? "▸ " : "  ") + String(repeating: "  ", count: min(depth, 16))
      + "\(type(of: node))  "
      + state(of: node).joined(separator: " · ")
  }

  /// Returns the state of a view model as short texts.
  static func state(of node: ViewModel) -> [String] {
    var words = [node.isReady ? localized("ready") : localized("not ready")]
    switch node {
    case let cell as AnyCellViewModel: words += state(of: cell)
    case let section as SectionViewModel:
      let name = section.moduleName.isEmpty ? "" : " \"\(section.moduleName)\""
      words += [
        localized("section \(section.shownPosition)\(name)"),
        localized("\(section.children.count) loaded"),
      ]
    case let list as ListViewModel:
      words.append(localized("\(list.snapshot.itemCount, one: "item", other: "items")"))
      let sections = list.snapshot.sections.count
      words.append(
        localized("\(sections, one: "section", other: "sections"), \(list.children.count) loaded"))
      if !list.selection.isEmpty { words.append(localized("\(list.selection.count) selected")) }
    case let page as PageViewModel: words.append(text(of: page.visibility))
    default: break
    }
    if node.retainsStateOffscreen { words.append(localized("retained offscreen")) }
    return words
  }

  private static func state(of cell: AnyCellViewModel) -> [String] {
    var words: [String] = []
    switch cell.listElement?.element {
    case .item(let path): words.append(localized("item \(path.item)"))
    case .boundary(let end, _): words.append(text(of: end))
    case nil: break
    }
    if cell.isDisplayed { words.append(localized("displayed")) }
    if cell.isHighlighted { words.append(localized("highlighted")) }
    if cell.isSelected { words.append(localized("selected")) }
    // Only debug mode shows placeholders, and their height is set by the renderer.
    if cell is PlaceholderViewModel { return words }
    if let height = cell.fixedHeight {
      words.append(localized("\(rows(height)), fixed"))
    } else if cell.content != nil {
      words.append(rows(cell.height))
    }
    return words
  }

  private static func text(of appearance: PageViewModel.Visibility) -> String {
    switch appearance {
    case .hidden: localized("hidden")
    case .appearing: localized("appearing")
    case .shown: localized("shown")
    case .disappearing: localized("disappearing")
    }
  }

  static func text(of end: ListElement.Boundary) -> String {
    switch end {
    case .header: localized("header")
    case .supplement(let position): localized("supplement \(position)")
    case .footer: localized("footer")
    }
  }

  private static func rows(_ number: Int) -> String {
    localized("\(number, one: "row", other: "rows")")
  }
}
