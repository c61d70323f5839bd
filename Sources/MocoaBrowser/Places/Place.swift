internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaTerminal

/// A page that one may want to come back to, with what of it is shown and where the cursor is.
struct Place: Hashable, Sendable {
  let url: ModuleURL

  /// What it is called: the titles that led to it; empty where nobody has said.
  let name: String

  /// So much of a name is kept: titles come from data.
  private static let nameLimit = 200

  init(url: ModuleURL, name: String) {
    self.url = url
    self.name = Self.line(name)
  }

  /// A name as it is kept: it stands in a line, behind a tabulator.
  static func line(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.prefix(nameLimit).map { $0.value < 0x20 ? " " : $0 })
    ).trimmed
  }

  /// Whether both show the same, whatever they are called and wherever the cursor starts.
  func isSame(as other: Place) -> Bool { url.isSamePage(as: other.url) }

  /// What it is called, and what of its list is shown, by which it is told from others in the same file.
  var title: String {
    var bare = url.withoutExcerpt
    bare.fragment = nil
    let file = path?.split(separator: "/").last.map(String.init) ?? "\(bare)"
    let shown = ListQuery.read(url.excerpt).query.text()
    let fields = url.excerpt.last { $0.name == ExcerptOption.fields.rawValue }?.value ?? ""
    let columns = fields.isEmpty ? "" : phrase("fields \(fields)")
    return [name.isEmpty ? file : name, shown, columns].filter { !$0.isEmpty }.joined(
      separator: " · ")
  }

  /// The file or folder that it is in; nil for what is in none.
  var path: String? { url["path"] }
}

/// Places as text that people can read: a line for each, its URL, and behind a tab its name.
///
/// ```text
///   mocoa bookmarks 1
///   mocoa://file/?path=/a.ndjson&filter=year%3E1959#3	a.ndjson
/// ```
struct PlaceText {
  /// What stands in the first line.
  let heading: String

  /// What is wrong with a text.
  enum Fault: Error, Equatable, CustomStringConvertible {
    case encoding
    case heading
    case url(line: Int, ModuleURL.ParseError)

    /// The number of the line, and what is wrong there.
    var description: String {
      switch self {
      case .encoding: phrase("1: not UTF-8")
      case .heading: phrase("1: no places that this version has kept")
      case .url(let line, let error): phrase("\(line): no place: \(error)")
      }
    }
  }

  /// The text; it ends with a line end.
  func text(of places: [Place]) -> String {
    let lines = places.map { $0.name.isEmpty ? "\($0.url)" : "\($0.url)\t\($0.name)" }
    return ([heading] + lines).joined(separator: "\n") + "\n"
  }

  /// Reads the text.
  ///
  /// - Returns: the places that can be read, and what is wrong with the first line that cannot.
  func places(_ bytes: [UInt8]) throws(Fault) -> (places: [Place], fault: Fault?) {
    // Nothing was written into it yet.
    if bytes.isEmpty { return ([], nil) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .encoding }
    // Of scalars: what follows a line end does not belong to it, whatever it is.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == heading else { throw .heading }
    var (places, fault): ([Place], Fault?) = ([], nil)
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      do throws(ModuleURL.ParseError) {
        let url = try ModuleURL(String(parts[0]))
        places.append(Place(url: url, name: parts.count > 1 ? String(parts[1]) : ""))
      } catch {
        fault = fault ?? .url(line: index + 1, error)
      }
    }
    return (places, fault)
  }
}
