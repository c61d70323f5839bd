internal import MocoaLocalization
internal import MocoaModel

/// A confirmation question, which shows exactly the command that will run.
struct CommandQuestion {
  let request: CommandRequest

  /// The target items when the question was shown, or `nil` if the command has none.
  var items: ItemSubset?
  var expansion: CommandRequest.Expansion

  /// The number of target items that were removed after the prompt was opened.
  var removedCount: Int

  /// The dangerous word in the command, or `nil` if it contains none.
  var danger: String?

  /// A Boolean value that indicates whether the command has changed after the question was shown.
  var isChanged = false

  /// The number of columns by which the command is scrolled to the left.
  var offset = 0

  /// The reasons for the question, in one line.
  var headline: String {
    var parts: [String] = []
    let count = expansion.itemCount
    switch (count, removedCount) {
    case (0, _): parts.append(localized("run this?"))
    case (_, 0): parts.append(localized("run this for \(count, one: "item", other: "items")?"))
    case (_, 1):
      parts.append(localized("run this for \(count, one: "item", other: "items") (1 is gone)?"))
    default:
      parts.append(
        localized("run this for \(count, one: "item", other: "items") (\(removedCount) are gone)?"))
    }
    if let danger { parts.append(localized("\"\(danger)\" may be irreversible")) }
    if request.hasPastedLineEnd { parts.append(localized("the pasted text contains a line break")) }
    return parts.joined(separator: " · ")
  }

  /// The command line that runs if the user confirms.
  var commandLine: String {
    let line = request.isPipe ? "| \(expansion.text)" : expansion.text
    return isChanged ? localized("changed: ") + line : line
  }
}

extension CommandQuestion: Equatable {
  /// Returns `true` if both questions have the same command and the same reasons.
  ///
  /// Scrolling is ignored.
  static func == (left: CommandQuestion, right: CommandQuestion) -> Bool {
    left.request == right.request && left.expansion == right.expansion
      && left.removedCount == right.removedCount && left.isChanged == right.isChanged
  }
}
