internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// Reads what a user has set in a file, and notes all that is wrong with it.
///
/// What is right counts, whatever is wrong beside it.
struct SettingsReader {
  /// What is wrong with a manifest or with settings is told in the same way.
  typealias Problem = ManifestProblem

  private(set) var problems: [Problem] = []

  /// So many problems are noted: more would not be read.
  private static let limit = 100

  /// A member of an object, and where it is.
  struct Member {
    let name: String
    let value: FieldValue
    let path: ManifestPath
  }

  mutating func note(
    _ path: ManifestPath, _ reason: String, suggestion: String? = nil, isAboutName: Bool = false
  ) {
    guard problems.count < Self.limit else { return }
    problems.append(Problem(path, reason, suggestion: suggestion, isAboutName: isAboutName))
  }

  /// Notes that a value is of another kind than it has to be.
  mutating func expect(_ what: String, at member: Member) {
    note(member.path, phrase("expected \(what), found \(found(member.value))"))
  }

  /// A value as messages tell of it.
  func found(_ value: FieldValue) -> String {
    value.isContainer ? value.kindName : value.summary(limit: 40)
  }

  /// The members of an object, each once; unknown and repeated ones are noted and left out.
  mutating func members(
    of value: FieldValue, at path: ManifestPath = .root, as what: String, known: [String]
  ) -> [Member] {
    guard case .object(let fields) = value else {
      note(path, phrase("expected an object, found \(value.kindName)"))
      return []
    }
    var members: [Member] = []
    for field in fields {
      let place = ManifestPath(path.steps + [.field(field.name)])
      if !known.contains(field.name) {
        let nearest = Suggestion.nearest(to: field.name, among: known)
        note(place, phrase("unknown \(what)"), suggestion: nearest, isAboutName: true)
      } else if members.contains(where: { $0.name == field.name }) {
        note(place, phrase("is given twice"), isAboutName: true)
      } else {
        members.append(Member(name: field.name, value: field.value, path: place))
      }
    }
    return members
  }

  /// Whether something is so.
  mutating func truth(_ member: Member) -> Bool? {
    if case .bool(let truth) = member.value { return truth }
    expect(phrase("true or false"), at: member)
    return nil
  }

  /// One of several words.
  mutating func word(_ member: Member, among words: [String]) -> String? {
    guard case .text(let text) = member.value else {
      expect(phrase("a text"), at: member)
      return nil
    }
    guard words.contains(text) else {
      note(
        member.path, phrase("\"\(text)\" is not \(Self.choice(words))"),
        suggestion: Suggestion.nearest(to: text, among: words))
      return nil
    }
    return text
  }

  /// Words of which one is to be chosen: `a, b or c`.
  private static func choice(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + phrase(" or ") + last
  }
}

/// What a user has set in a file, and what is wrong with it.
struct Settings<Content> {
  /// What counts: what is set rightly, and nothing else where the file cannot be read.
  var content: Content

  /// All that is wrong, one line each, with its place.
  var complaints: [String]

  /// Larger files are not read: nobody writes settings of that size.
  private static var sizeLimit: Int { 1 << 20 }

  /// Nothing is set, and nothing is wrong.
  init(_ content: Content) {
    (self.content, complaints) = (content, [])
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - empty: what counts where nothing is set.
  ///   - read: reads the whole of it.
  init(path: String, empty: Content, _ read: (FieldValue, inout SettingsReader) -> Content) {
    self.init(empty)
    do throws(SourceError) {
      guard let bytes = try SmallFile.bytes(of: path, limit: Self.sizeLimit) else {
        complaints = [phrase("\(path): is too large (1 MiB at most)")]
        return
      }
      self.init(name: path, bytes: bytes, empty: empty, read)
    } catch {
      complaints = ["\(error)"]
    }
  }

  /// Reads a text that is in memory.
  init(
    name: String, bytes: [UInt8], empty: Content,
    _ read: (FieldValue, inout SettingsReader) -> Content
  ) {
    do throws(JSONError) {
      let value = try JSON.parse(bytes)
      var reader = SettingsReader()
      content = read(value, &reader)
      if reader.problems.isEmpty {
        complaints = []
      } else {
        let places = JSONPlaces(bytes)
        complaints = reader.problems.map { $0.line(in: name, places) }
      }
    } catch {
      content = empty
      complaints = [error.line(in: name)]
    }
  }

  /// What is wrong with a file of which the first problem alone is told.
  ///
  /// - Parameter command: what tells all of it.
  func complaint(_ command: String) -> String? {
    guard let first = complaints.first else { return nil }
    let rest = complaints.count - 1
    return rest == 0 ? first : phrase("\(first) (and \(rest) more: \(command))")
  }
}
