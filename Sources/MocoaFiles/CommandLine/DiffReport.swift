internal import MocoaBrowser
internal import MocoaData
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaTerminal

/// The `mocoa diff OLD NEW` command, which prints the differences between two lists as text or as
/// one JSON object.
@MainActor
struct DiffReport {
  let options: RecordOptions

  /// Prints the differences between the lists of two files.
  ///
  /// - Returns: The exit status: ``ExitStatus/success`` if the lists are equal, otherwise
  ///   ``ExitStatus/negative``.
  func print(_ old: String, _ new: String, _ format: Options.DiffOutput) async throws -> Int32 {
    let before = try await snapshot(old)
    let after = try await snapshot(new)
    let comparison = ListComparison(from: before, to: after, idField: options.idField) {
      () throws(Never) in
    }
    var text = OutputText()
    switch format {
    case .text: comparison.writeText(to: &text)
    case .json: comparison.writeJSON(to: &text)
    }
    try text.flush()
    return comparison.isEmpty ? ExitStatus.success : ExitStatus.negative
  }

  private func snapshot(_ operand: String) async throws -> ListSnapshot {
    try await DiffInput(path: LaunchTarget.path(of: operand), options: options).snapshot()
  }
}

extension ListComparison {
  /// The maximum width of the identities in the text, in terminal columns.
  private static let maxKeyWidth = 24

  /// The number of differences from which the width of the identities follows.
  private static let sampledCount = 1000

  /// Writes one line with the counts and one line for each difference.
  fileprivate func writeText(to output: inout OutputText) {
    guard !isEmpty else { return output.write(line: localized("no differences")) }
    output.write(
      line: "\(counts.texts.joined(separator: localized(", "))) (\(identity.text))")
    let width = differences.prefix(Self.sampledCount).reduce(0) { width, entry in
      max(width, Canvas.columns(of: row(entry).title(keyField), atMost: Self.maxKeyWidth))
    }
    for entry in differences {
      let row = row(entry)
      let title = row.title(keyField)
      let padding = max(0, width - Canvas.columns(of: title, atMost: Self.maxKeyWidth))
      let text = row.text(without: keyField, isComplete: true)
      output.write(
        line:
          "\(row.difference.sign ?? " ") \(title)\(String(repeating: " ", count: padding))  \(text)"
      )
    }
  }

  /// Writes the change set with the identities and values of the differences as one JSON object.
  fileprivate func writeJSON(to output: inout OutputText) {
    output.write("{")
    changes.writeJSONMembers(to: &output)
    output.write(", \"identity\": \(FieldValue.string(identity.word)), \"changes\": [")
    for (index, entry) in differences.enumerated() {
      if index > 0 { output.write(", ") }
      output.write(json(of: entry))
    }
    output.write("]}\n")
  }

  private func json(of entry: Entry) -> String {
    let row = row(entry)
    let paths = paths(of: entry)
    var members = ["\"change\": \"\(row.difference.word)\""]
    if row.isSection { members.append("\"section\": true") }
    if let id = (row.isSection ? "id" : keyField).flatMap(row.field) {
      members.append("\"id\": \(id.description)")
    }
    let numbers = row.numbers
    let places: [(String, String?)] =
      row.isSection
      ? [("from", numbers.old.map { "\($0 - 1)" }), ("to", numbers.new.map { "\($0 - 1)" })]
      : [("from", paths.old.map(\.description)), ("to", paths.new.map(\.description))]
    for (name, place) in places {
      if let place { members.append("\"\(name)\": \(place)") }
    }
    let lines = row.jsonLines
    if row.difference != .moved {
      for (name, line) in [("old", lines.old), ("new", lines.new)] {
        guard let line else { continue }
        members.append("\"\(name)\": \(String(decoding: line, as: UTF8.self))")
      }
    }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension DiffRow {
  /// The identity of the row in the text.
  fileprivate func title(_ keyField: String?) -> String {
    isSection ? localized("section \(key("id"))") : key(keyField)
  }
}

extension ItemDifference {
  /// The name of the difference in JSON.
  fileprivate var word: String {
    switch self {
    case .equal: "equal"
    case .changed: "changed"
    case .inserted: "new"
    case .deleted: "gone"
    case .moved: "moved"
    }
  }
}

extension ListComparison.Identity {
  /// The name of the identity in JSON: the name of a field, or a word that begins with `#`.
  fileprivate var word: String {
    switch self {
    case .field(let name): name
    case .name: "#name"
    case .position: "#position"
    case .value: "#value"
    }
  }
}

/// A text stream that writes to standard output.
///
/// `flush()` throws the first error of all writes.
private struct OutputText: TextOutputStream {
  private var output = StandardOutput()
  private var failure: OutputError?

  mutating func write(_ text: String) {
    guard failure == nil else { return }
    do {
      try output.text(SanitizedText.json(text))
    } catch {
      failure = error
    }
  }

  /// Writes a line, in which control characters are replaced.
  mutating func write(line: String) {
    guard failure == nil else { return }
    do {
      try output.line(SanitizedText.line(line))
    } catch {
      failure = error
    }
  }

  mutating func flush() throws(OutputError) {
    if let failure { throw failure }
    try output.flush()
  }
}
