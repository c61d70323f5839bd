internal import MocoaLanguage
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
  /// The maximum number of children.
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
      lines.append(String(repeating: "  ", count: above.count + 2) + phrase("… and \(rest) more"))
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
    var words = [node.isReady ? phrase("ready") : phrase("not ready")]
    switch node {
    case let cell as AnyCellViewModel: words += state(of: cell)
    case let section as SectionViewModel:
      let name = section.moduleName.isEmpty ? "" : " \"\(section.moduleName)\""
      words += [
        phrase("section \(section.shownPosition)\(name)"), phrase("\(section.children.count) made"),
      ]
    case let list as ListViewModel:
      words.append(phrase("\(list.snapshot.itemCount, "item", "items")"))
      let sections = list.snapshot.sections.count
      words.append(
        phrase("\(sections, "section", "sections"), \(list.children.count) made"))
      if !list.selection.isEmpty { words.append(phrase("\(list.selection.count) selected")) }
    case let page as PageViewModel: words.append(text(of: page.appearance))
    default: break
    }
    if node.keepsState { words.append(phrase("keeps its state")) }
    return words
  }

  private static func state(of cell: AnyCellViewModel) -> [String] {
    var words: [String] = []
    switch cell.listElement?.element {
    case .item(let path): words.append(phrase("item \(path.item)"))
    case .end(let end, _): words.append(text(of: end))
    case nil: break
    }
    if cell.isDisplayed { words.append(phrase("displayed")) }
    if cell.isHighlighted { words.append(phrase("highlighted")) }
    if cell.isSelected { words.append(phrase("selected")) }
    // Only debug mode shows placeholders, and their height is set by the renderer.
    if cell is PlaceholderViewModel { return words }
    if let height = cell.fixedHeight {
      words.append(phrase("\(rows(height)), fixed"))
    } else if cell.content != nil {
      words.append(rows(cell.height))
    }
    return words
  }

  private static func text(of appearance: PageViewModel.Appearance) -> String {
    switch appearance {
    case .hidden: phrase("hidden")
    case .appearing: phrase("appearing")
    case .shown: phrase("shown")
    case .disappearing: phrase("disappearing")
    }
  }

  static func text(of end: ListElement.End) -> String {
    switch end {
    case .header: phrase("header")
    case .supplement(let position): phrase("supplement \(position)")
    case .footer: phrase("footer")
    }
  }

  private static func rows(_ number: Int) -> String { phrase("\(number, "row", "rows")") }
}
