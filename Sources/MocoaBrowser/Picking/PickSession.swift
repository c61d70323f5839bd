internal import MocoaLocalization
internal import Glibc
internal import Mocoa
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The state of picking items: the options of `--pick`, and the picked items.
struct PickSession {
  /// A Boolean value that indicates whether several items can be picked.
  var isMulti = false
  var format = PickFormat.template(.item)
  var endsWithNul = false

  /// A Boolean value that indicates whether picking has its own prompt.
  var hasPrompt = true

  /// The text of the prompt, or the text with which it opens.
  var text = ""

  /// The order of the items.
  var order = Order.rank

  /// The page that the prompt queries.
  weak var page: ListPageViewModel?

  /// The filter of the page to which the text of the prompt adds conditions, or `nil`.
  var baseFilter: Filter?

  /// The filter that the prompt has set, or `nil`.
  var promptFilter: Filter?

  /// A Boolean value that indicates whether the prompt was opened for any page.
  var hasOpened = false

  /// The sort orders for the order `column`.
  var sortOrders: [ListQuery.Order] = []

  /// An order of the items.
  enum Order: CaseIterable {
    /// The best match first.
    case rank

    /// The order of the list.
    case input

    /// The order of a column.
    case column
  }

  /// The picked items, or `nil` if the user has not picked yet.
  var picked: ItemSubset?

  init(_ options: Options) {
    isMulti = options.allowsMultiplePicks
    format = options.format ?? format
    endsWithNul = options.endsWithNul
    (hasPrompt, text) = (options.hasPickPrompt, options.pickText ?? "")
    order = options.ranks ? .rank : .input
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
