internal import MocoaLocalization
internal import Mocoa
internal import MocoaJSON
internal import MocoaModel
internal import MocoaSystem

/// Reads the values of a settings file, and records at most 100 errors.
///
/// Valid members take effect even if others are invalid.
struct SettingsReader {
  /// The type of an error in a settings file, the same as for manifests.
  typealias Diagnostic = ManifestDiagnostic

  private(set) var diagnostics: [Diagnostic] = []

  /// The maximum number of recorded errors.
  private static let limit = 100

  /// A member of an object, with its path.
  struct Member {
    let name: String
    let value: FieldValue
    let path: ManifestPath
  }

  mutating func report(
    _ path: ManifestPath, _ reason: String, suggestion: String? = nil,
    concernsName isAboutName: Bool = false
  ) {
    guard diagnostics.count < Self.limit else { return }
    diagnostics.append(Diagnostic(path, reason, suggestion: suggestion, isAboutName: isAboutName))
  }

  /// Records an error for a value that does not have the expected type.
  ///
  /// - Parameter what: A description of the expected type.
  mutating func expect(_ what: String, at member: Member) {
    report(member.path, localized("expected \(what), found \(found(member.value))"))
  }

  /// Returns the description of a value in error messages.
  func found(_ value: FieldValue) -> String {
    value.isContainer ? value.kindName : value.summary(limit: 40)
  }

  /// Returns the members of an object.
  ///
  /// Unknown and repeated members are recorded as errors and omitted.
  mutating func members(
    of value: FieldValue, at path: ManifestPath = .root, as what: String, known: [String]
  ) -> [Member] {
    guard case .object(let fields) = value else {
      report(path, localized("expected an object, found \(value.kindName)"))
      return []
    }
    var members: [Member] = []
    for field in fields {
      let place = ManifestPath(path.steps + [.field(field.name)])
      if !known.contains(field.name) {
        let nearest = Suggestion.nearest(to: field.name, among: known)
        report(place, localized("unknown \(what)"), suggestion: nearest, concernsName: true)
      } else if members.contains(where: { $0.name == field.name }) {
        report(place, localized("is given twice"), concernsName: true)
      } else {
        members.append(Member(name: field.name, value: field.value, path: place))
      }
    }
    return members
  }

  /// Returns a Boolean value, or records an error and returns `nil`.
  mutating func bool(_ member: Member) -> Bool? {
    if case .bool(let truth) = member.value { return truth }
    expect(localized("true or false"), at: member)
    return nil
  }

  /// Returns a string that is one of some words, or records an error and returns `nil`.
  mutating func choice(_ member: Member, among words: [String]) -> String? {
    guard case .string(let text) = member.value else {
      expect(localized("a string"), at: member)
      return nil
    }
    guard words.contains(text) else {
      report(
        member.path, localized("\"\(text)\" is not \(Self.choice(words))"),
        suggestion: Suggestion.nearest(to: text, among: words))
      return nil
    }
    return text
  }

  /// Joins words to a list of choices: `a, b or c`.
  private static func choice(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + localized(" or ") + last
  }
}

/// The content of a settings file, with its errors.
struct Settings<Content> {
  /// The content from the valid members of the file.
  ///
  /// If the file cannot be read, it is the default content.
  var content: Content

  /// The error messages, one per line, with their locations.
  var diagnostics: [String]

  /// The maximum size of a settings file, in bytes.
  private static var sizeLimit: Int { 1 << 20 }

  /// Creates settings without errors.
  init(_ content: Content) {
    (self.content, diagnostics) = (content, [])
  }

  /// Reads and parses a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - empty: The default content, which applies if the file cannot be read.
  ///   - read: A closure that reads the content from the root value.
  init(path: String, empty: Content, _ read: (FieldValue, inout SettingsReader) -> Content) {
    self.init(empty)
    do throws(FileError) {
      guard let bytes = try SmallFile.read(path, limit: Self.sizeLimit) else {
        diagnostics = [localized("\(path): too large (limit 1 MiB)")]
        return
      }
      self.init(name: path, bytes: bytes, empty: empty, read)
    } catch {
      diagnostics = ["\(error)"]
    }
  }

  /// Parses a text in memory.
  init(
    name: String, bytes: [UInt8], empty: Content,
    _ read: (FieldValue, inout SettingsReader) -> Content
  ) {
    do throws(JSONError) {
      let value = try JSONReader.parse(bytes)
      var reader = SettingsReader()
      content = read(value, &reader)
      if reader.diagnostics.isEmpty {
        diagnostics = []
      } else {
        let places = JSONSourceMap(bytes)
        diagnostics = reader.diagnostics.map { $0.line(in: name, places) }
      }
    } catch {
      content = empty
      diagnostics = [error.line(in: name)]
    }
  }

  /// Returns the first error message and the number of further ones, or `nil` if the file is valid.
  ///
  /// - Parameter command: The command that prints all errors.
  func firstErrorMessage(_ command: String) -> String? {
    guard let first = diagnostics.first else { return nil }
    let rest = diagnostics.count - 1
    return rest == 0 ? first : localized("\(first) (and \(rest) more: \(command))")
  }
}
