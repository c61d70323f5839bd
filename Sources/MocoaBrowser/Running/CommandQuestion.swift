internal import MocoaLanguage
internal import MocoaData
internal import MocoaModel

/// The question whether a command is to run: what is shown is what runs.
struct CommandQuestion {
  let request: CommandRequest

  /// The items that the command receives, as they were when it was shown; nil if it is for none.
  var items: ChosenItems?
  var expansion: CommandRequest.Expansion

  /// The number of items that the list has lost since the prompt was opened.
  var goneCount: Int

  /// The dangerous word in the command; nil if it has none.
  var danger: String?

  /// A Boolean value that indicates whether the command has changed since it was shown.
  var isChanged = false

  /// A Boolean value that indicates whether the user has seen it: no key that was typed before answers it.
  var isShown = false

  /// The number of columns by which the command is scrolled to the left.
  var offset = 0

  /// The reasons for the question, in one line.
  var headline: String {
    var parts: [String] = []
    let count = expansion.itemCount
    switch (count, goneCount) {
    case (0, _): parts.append(phrase("run this?"))
    case (_, 0): parts.append(phrase("run this for \(count, "item", "items")?"))
    case (_, 1): parts.append(phrase("run this for \(count, "item", "items") (1 is gone)?"))
    default:
      parts.append(phrase("run this for \(count, "item", "items") (\(goneCount) are gone)?"))
    }
    if let danger { parts.append(phrase("\"\(danger)\" may not be undone")) }
    if request.hasPastedLineEnd { parts.append(phrase("the pasted text has a line end")) }
    return parts.joined(separator: " · ")
  }

  /// The command as it runs.
  var commandLine: String {
    let line = request.isPipe ? "| \(expansion.text)" : expansion.text
    return isChanged ? phrase("changed: ") + line : line
  }
}

extension CommandQuestion: Equatable {
  /// Returns `true` if both ask the same, whatever part of it is seen.
  static func == (left: CommandQuestion, right: CommandQuestion) -> Bool {
    left.request == right.request && left.expansion == right.expansion
      && left.goneCount == right.goneCount && left.isChanged == right.isChanged
  }
}
