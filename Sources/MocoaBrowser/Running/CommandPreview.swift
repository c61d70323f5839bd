internal import MocoaLocalization
internal import MocoaModel
internal import MocoaTerminal

/// The preview of the command that the user types, which is shown below the prompt.
struct CommandPreview {
  /// The target items of the command, or `nil` if the page has none or all of them were removed.
  let items: ItemSubset?

  /// The command that would run, or the reason why it cannot run.
  let line: String
  let isError: Bool

  /// A Boolean value that indicates whether all items were examined for the fields in the command.
  let isComplete: Bool

  /// A Boolean value that indicates whether the terminal has shown the preview.
  var isShown = false

  /// The maximum number of items whose values are shown.
  private static let limit = 20

  /// Creates the preview of a prompt, or returns `nil` if the text is blank.
  ///
  /// The preview is incomplete if further items must be examined. The next preview of the same
  /// prompt examines some of them.
  @MainActor
  init?(of prompt: Prompt) {
    let text = prompt.line.text
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    let request = CommandRequest(text: text, isPipe: prompt.purpose == .pipe)
    let items = prompt.target?.items
    self.items = items
    if let target = prompt.target, items == nil, request.isFor(target.shown.prefix(1)) {
      (line, isError, isComplete) = (localized("the item is gone"), true, true)
      return
    }
    let fields = prompt.target?.findFields(for: text)
    isComplete = fields?.areAll ?? true
    do throws(CommandRequest.ExpansionError) {
      let expansion = try request.expansion(for: items, showing: Self.limit, fields: fields?.names)
      let count = items?.count ?? 0
      let isCut = !request.isPipe && expansion.itemCount > 0 && count > Self.limit
      line =
        (request.isPipe
          ? localized("\(count, one: "item", other: "items") | \(expansion.text)") : expansion.text)
        + (isCut ? localized(" … for \(count, one: "item", other: "items")") : "")
      isError = false
    } catch {
      (line, isError) = ("\(error)", true)
    }
  }
}
