import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Files with arbitrary and repeated identities")
struct RepeatedIdentityTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Records of which many have equal or similar identities.
  static let pieces = [
    #"{"id": 1}"#, #"{"id": 1, "x": 2}"#, #"{"id": "1"}"#, #"{"id": 1.0}"#, #"{"id": null}"#,
    #"{"id": {}}"#, #"{"id": []}"#, #"{}"#, #"{"x": 3}"#, "7", "7.0", "null", #""7""#, "[]",
    #"{"id": 2}"#, #"{"id": true}"#, #"{"id": ""}"#,
  ]

  enum Form: CaseIterable {
    case lines, elements, members, nothing, scalar, blanks
  }

  /// Returns the text of a file with records in a layout, and the records that a source must show.
  static func file(_ records: [String], _ form: Form) -> (text: String, shown: [String]) {
    switch form {
    // A single record on a line is detected as a document.
    case .lines where records.count > 1: (records.map { $0 + "\n" }.joined(), records)
    case .elements, .lines: ("[\(records.joined(separator: ", "))]", records)
    case .members: ("{\(records.map { "\"k\": \($0)" }.joined(separator: ",\n"))}", records)
    case .nothing: ("", [])
    case .blanks: (" \n ", [])
    case .scalar: ("42", ["42"])
    }
  }

  @Test(
    "show the current records after each reload, with exact change sets",
    arguments: [UInt64](1...8), [nil, "#", "x"])
  func readAgain(seed: UInt64, idField: String?) async throws {
    var generator = SeededGenerator(seed: seed)
    let path = try folder.write("any", "[]")
    let source = try RecordSource(path: path, options: RecordOptions(idField: idField))
    let mirror = Mirror(source)
    for _ in 0..<40 {
      let count = Int.random(in: 0..<12, using: &generator)
      let records = (0..<count).compactMap { _ in Self.pieces.randomElement(using: &generator) }
      let form = Form.allCases.randomElement(using: &generator) ?? .lines
      let (text, shown) = Self.file(records, form)
      try folder.write("any", text)
      #expect(try source.reload())
      #expect(source.phase == .finished, "\(text)")
      let found = source.records
      #expect(found.map(\.errorMessage) == shown.map { _ in nil }, "\(text)")
      #expect(found.map { String(decoding: $0.sourceBytes() ?? [], as: UTF8.self) } == shown)
      #expect(found.map(\.position) == Array(found.indices))
    }
    #expect(mirror.changes.count > 10)
  }
}
