internal import MocoaLocalization
internal import Mocoa
internal import MocoaQuery
internal import MocoaTerminal

/// A page that the user can reopen, with its query and its current item.
struct Location: Hashable, Sendable {
  let url: ModuleURL

  /// The titles of the page and of its parents; empty if they are unknown.
  let name: String

  /// The time at which the location was opened, in seconds since 1970, or `nil` if it is unknown.
  let time: Int?

  /// The maximum length of a name, in Unicode scalars.
  ///
  /// Titles come from data, so they may be long.
  private static let nameLimit = 200

  init(url: ModuleURL, name: String, time: Int? = nil) {
    (self.url, self.time) = (url, time)
    self.name = Self.line(name)
  }

  /// Returns a name in the form in which it is saved: on one line, without tab characters.
  static func line(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.prefix(nameLimit).map { $0.value < 0x20 ? " " : $0 })
    ).trimmed
  }

  /// Returns `true` if both locations show the same page with the same query.
  ///
  /// Their names and current items may differ.
  func isSame(as other: Location) -> Bool { url.isSamePage(as: other.url) }

  /// The name with the query, which distinguishes locations in the same file.
  var title: String {
    var bare = url.removingListOptions()
    bare.fragment = nil
    let file = path?.split(separator: "/").last.map(String.init) ?? "\(bare)"
    let shown = ListQuery.read(url.listOptions).query.text()
    let fields = url.listOptions.last { $0.name == ListOption.fields.rawValue }?.value ?? ""
    let columns = fields.isEmpty ? "" : localized("fields \(fields)")
    return [name.isEmpty ? file : name, shown, columns].filter { !$0.isEmpty }.joined(
      separator: " · ")
  }

  /// The URL of the source without the query and the current item.
  var sourceURL: ModuleURL {
    var source = url.removingListOptions()
    source.fragment = nil
    return source
  }

  /// The path of the file or folder, or `nil` if the page has none.
  var path: String? { url["path"] }
}

/// A text format for locations that users can read.
///
/// Each line has a URL, followed by a tab and the name, and for a recent location by a tab and the
/// time at which it was opened, in seconds since 1970.
///
/// ```text
///   mocoa recents 1
///   mocoa://file/?path=/a.ndjson&filter=year%3E1959	a.ndjson	1764000000
/// ```
struct LocationListFormat {
  /// The first line of the text.
  let heading: String

  /// An error in the text.
  enum ParseError: Error, Equatable, CustomStringConvertible {
    case encoding
    case heading
    case url(line: Int, ModuleURL.ParseError)

    /// The line number and the error message.
    var description: String {
      switch self {
      case .encoding: localized("1: not UTF-8")
      case .heading: localized("1: not a locations file of this version")
      case .url(let line, let error): localized("\(line): invalid location: \(error)")
      }
    }
  }

  /// The times that are read: from 1970 to the end of the year 9999.
  ///
  /// A time that is out of this range counts as unknown.
  private static let times = 0...253_402_300_799

  /// Returns the text of some locations, which ends with a line feed.
  func text(of places: [Location]) -> String {
    let lines = places.map { location in
      guard let time = location.time else {
        return location.name.isEmpty ? "\(location.url)" : "\(location.url)\t\(location.name)"
      }
      return "\(location.url)\t\(location.name)\t\(time)"
    }
    return ([heading] + lines).joined(separator: "\n") + "\n"
  }

  /// Parses the text.
  ///
  /// - Returns: The valid locations, and the error in the first invalid line.
  func locations(_ bytes: [UInt8]) throws(ParseError) -> (places: [Location], fault: ParseError?) {
    // A new file is empty until its first save.
    if bytes.isEmpty { return ([], nil) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .encoding }
    // Splitting scalars, since a combining mark after a line feed would merge with it.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == heading else { throw .heading }
    var (places, fault): ([Location], ParseError?) = ([], nil)
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      do throws(ModuleURL.ParseError) {
        let url = try ModuleURL(String(parts[0]))
        places.append(
          Location(
            url: url, name: parts.count > 1 ? String(parts[1]) : "",
            time: parts.count > 2 ? Self.time(String(parts[2])) : nil))
      } catch {
        fault = fault ?? .url(line: index + 1, error)
      }
    }
    return (places, fault)
  }

  /// Returns the time in a text, or `nil` if it is not valid.
  private static func time(_ text: String) -> Int? {
    Int(text).flatMap { times.contains($0) ? $0 : nil }
  }
}
