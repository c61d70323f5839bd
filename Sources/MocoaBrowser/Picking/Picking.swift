internal import MocoaLanguage
internal import Glibc
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// What `--pick` asks for, and what was picked.
struct Picking {
  /// Whether several items can be picked.
  var isMulti = false
  var format = PickFormat.template(.whole)
  var endsWithNul = false

  /// What was picked; nil while nothing was.
  var picked: ChosenItems?

  init(_ options: Options) {
    isMulti = options.picksSeveral
    format = options.format ?? format
    endsWithNul = options.endsWithNul
  }

  /// Prints what was picked: exactly as it is, but on a terminal such that nothing in it acts on that.
  ///
  /// - Throws: `OutputError.closed` where nobody reads it any more, else a `Fault`.
  func print() throws {
    guard let picked else { return }
    // A reader that is gone is an error like others, and no reason to die.
    signal(SIGPIPE, SIG_IGN)
    do throws(OutputError) {
      try print(picked, isShown: StandardStreams.outputIsTerminal)
    } catch .closed {
      throw OutputError.closed
    } catch {
      throw Fault(reason: error)
    }
  }

  /// Why what was picked is not where it should be.
  struct Fault: Error, CustomStringConvertible {
    let reason: OutputError

    var description: String { phrase("what was picked is not written: \(reason)") }
  }

  private func print(_ picked: ChosenItems, isShown: Bool) throws(OutputError) {
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
