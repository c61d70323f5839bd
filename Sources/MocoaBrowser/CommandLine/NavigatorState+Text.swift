internal import MocoaLocalization
internal import Mocoa

/// A text format for the open pages, which users can read:
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
/// Each tab has one line, with its title after a tab character.
///
/// Each page of the tab follows on a line. `>` marks the page that the tab shows.
extension NavigatorState {
  private static let heading = "mocoa pages 1"
  private static let tab = "tab"
  private static let shownTab = "tab shown"

  /// An error in the text.
  enum ParseError: Error, Equatable, CustomStringConvertible {
    case heading
    case stray(line: Int)
    case url(line: Int, ModuleURL.ParseError)

    /// The line number and the error message.
    var description: String {
      switch self {
      case .heading: localized("1: not a session file of this version")
      case .stray(let line): localized("\(line): neither a tab nor a page")
      case .url(let line, let error): localized("\(line): not a page: \(error)")
      }
    }
  }

  /// The open pages as text, which ends with a line feed.
  var text: String {
    var lines = [Self.heading]
    for (index, tab) in tabs.enumerated() {
      let title = Location.line(tab.title)
      lines.append(
        (index == selectedIndex ? Self.shownTab : Self.tab) + (title.isEmpty ? "" : "\t\(title)"))
      for (place, url) in tab.urls.enumerated() {
        lines.append("\(place == tab.shownIndex ? ">" : " ")\(url)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Creates the state of a navigator from its text.
  init(text: String) throws(ParseError) {
    self.init()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == Self.heading else { throw .heading }
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      // Splitting scalars, since a combining mark at the start of a title merges with the tab
      // character.
      let parts = line.unicodeScalars.split(
        separator: "\t", maxSplits: 1, omittingEmptySubsequences: false
      ).map { String($0) }
      switch parts[0] {
      case Self.tab, Self.shownTab:
        if parts[0] == Self.shownTab { selectedIndex = tabs.count }
        tabs.append(Tab(urls: [], shown: 0, title: parts.count > 1 ? parts[1] : ""))
      default:
        guard let tab = tabs.indices.last, line.first == " " || line.first == ">" else {
          throw .stray(line: index + 1)
        }
        if line.first == ">" { tabs[tab].shownIndex = tabs[tab].urls.count }
        do throws(ModuleURL.ParseError) {
          tabs[tab].urls.append(try ModuleURL(String(line.dropFirst())))
        } catch {
          throw .url(line: index + 1, error)
        }
      }
    }
  }
}
