internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// `mocoa diff OLD NEW`: what changed between two lists, as one JSON object.
@MainActor
struct DiffReport {
  let options: RecordOptions

  /// Prints the change.
  ///
  /// - Returns: the exit status: whether there is one.
  func print(_ old: String, _ new: String) async throws -> Int32 {
    let before = try await ListFile(path: Source.path(of: old), options: options).snapshot()
    let after = try await ListFile(path: Source.path(of: new), options: options).snapshot()
    let changes = ChangeSet(from: before, to: after)
    var text = OutputText()
    changes.writeJSON(to: &text)
    text.write("\n")
    try text.flush()
    return changes.isEmpty ? ExitStatus.success : ExitStatus.negative
  }
}

/// Standard output as something that text is written to; what goes wrong is told at the end.
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

  mutating func flush() throws(OutputError) {
    if let failure { throw failure }
    try output.flush()
  }
}
