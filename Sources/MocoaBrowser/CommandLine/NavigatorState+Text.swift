internal import MocoaLanguage
internal import Mocoa

/// Which pages were open, as text that people can read:
///
/// ```text
///   mocoa pages 1
///   tab	music
///    mocoa://home/
///   >mocoa://music/#5
///   tab shown	contacts
///   >mocoa://contacts/
/// ```
///
/// A line for each tab, behind a tabulator what it is called, and one for each page, `>` before the
/// one that its tab shows.
extension NavigatorState {
  private static let heading = "mocoa pages 1"
  private static let tab = "tab"
  private static let shownTab = "tab shown"

  /// What is wrong with the text.
  enum TextError: Error, Equatable, CustomStringConvertible {
    case heading
    case stray(line: Int)
    case url(line: Int, ModuleURL.ParseError)

    /// The number of the line, and what is wrong there.
    var description: String {
      switch self {
      case .heading: phrase("1: no pages that this version has kept")
      case .stray(let line): phrase("\(line): neither a tab nor a page")
      case .url(let line, let error): phrase("\(line): no page: \(error)")
      }
    }
  }

  /// The text; it ends with a line end.
  var text: String {
    var lines = [Self.heading]
    for (index, tab) in tabs.enumerated() {
      let title = Place.line(tab.title)
      lines.append(
        (index == selected ? Self.shownTab : Self.tab) + (title.isEmpty ? "" : "\t\(title)"))
      for (place, url) in tab.urls.enumerated() {
        lines.append("\(place == tab.shown ? ">" : " ")\(url)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads the text.
  init(text: String) throws(TextError) {
    self.init()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == Self.heading else { throw .heading }
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      // Of scalars: what a title begins with does not belong to what is before it.
      let parts = line.unicodeScalars.split(
        separator: "\t", maxSplits: 1, omittingEmptySubsequences: false
      ).map { String($0) }
      switch parts[0] {
      case Self.tab, Self.shownTab:
        if parts[0] == Self.shownTab { selected = tabs.count }
        tabs.append(Tab(urls: [], shown: 0, title: parts.count > 1 ? parts[1] : ""))
      default:
        guard let tab = tabs.indices.last, line.first == " " || line.first == ">" else {
          throw .stray(line: index + 1)
        }
        if line.first == ">" { tabs[tab].shown = tabs[tab].urls.count }
        do throws(ModuleURL.ParseError) {
          tabs[tab].urls.append(try ModuleURL(String(line.dropFirst())))
        } catch {
          throw .url(line: index + 1, error)
        }
      }
    }
  }
}
