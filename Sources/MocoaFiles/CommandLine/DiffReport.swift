internal import MocoaBrowser
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The `mocoa diff OLD NEW` command, which prints the changes between two lists as one JSON object.
@MainActor
struct DiffReport {
  let options: RecordOptions

  /// Prints the changes between the lists of two files.
  ///
  /// - Returns: The exit status: ``ExitStatus/success`` if the lists are equal, otherwise
  ///   ``ExitStatus/negative``.
  func print(_ old: String, _ new: String) async throws -> Int32 {
    let before = try await DiffInput(path: LaunchTarget.path(of: old), options: options).snapshot()
    let after = try await DiffInput(path: LaunchTarget.path(of: new), options: options).snapshot()
    let changes = ChangeSet(from: before, to: after)
    var text = OutputText()
    changes.writeJSON(to: &text)
    text.write("\n")
    try text.flush()
    return changes.isEmpty ? ExitStatus.success : ExitStatus.negative
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

  mutating func flush() throws(OutputError) {
    if let failure { throw failure }
    try output.flush()
  }
}
