internal import MocoaLocalization
internal import Glibc
internal import MocoaModel
internal import MocoaTerminal

/// The state of picking items: the options of `--pick`, and the picked items.
struct PickSession {
  /// A Boolean value that indicates whether several items can be picked.
  var isMulti = false
  var format = PickFormat.template(.item)
  var endsWithNul = false

  /// The picked items, or `nil` if the user has not picked yet.
  var picked: ItemSubset?

  init(_ options: Options) {
    isMulti = options.allowsMultiplePicks
    format = options.format ?? format
    endsWithNul = options.endsWithNul
  }

  /// Prints the picked items.
  ///
  /// A pipe or file receives the exact bytes. On a terminal, control characters are replaced.
  ///
  /// - Throws: `OutputError.closed` if the reader closed the pipe; ``PickError`` for other errors.
  func print() throws {
    guard let picked else { return }
    // A closed pipe is reported as an error instead of ending the program.
    signal(SIGPIPE, SIG_IGN)
    do throws(OutputError) {
      try print(picked, isShown: StandardStreams.outputIsTerminal)
    } catch .closed {
      throw OutputError.closed
    } catch {
      throw PickError(reason: error)
    }
  }

  /// An error that indicates why the picked items were not written.
  struct PickError: Error, CustomStringConvertible {
    let reason: OutputError

    var description: String { localized("cannot write the picked items: \(reason)") }
  }

  private func print(_ picked: ItemSubset, isShown: Bool) throws(OutputError) {
    var output = StandardOutput()
    try picked.forEach { item throws(OutputError) in
      let bytes = format.bytes(of: item)
      if isShown {
        try output.line(SanitizedText.line(String(decoding: bytes, as: UTF8.self)))
      } else {
        try output.bytes(bytes + [endsWithNul ? 0 : UInt8(ascii: "\n")])
      }
      return true
    }
    try output.flush()
  }
}
