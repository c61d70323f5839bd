internal import MocoaTerminal

extension Action {
  /// The name of the action in key settings, or `nil` if its keys are fixed, as for typing.
  ///
  /// The name is the command word of the action if it has one.
  var name: String? {
    switch self {
    case .move(let movement): movement.name
    case .open: "open"
    case .prompt: "prompt"
    case .palette: "palette"
    case .searchNext: "search-next"
    case .searchPrevious: "search-previous"
    case .nextPart: "next-part"
    case .mark: "mark"
    case .markItems(.range): "mark-range"
    case .escape: "escape"
    case .cancel: "cancel"
    case .repaint: "repaint"
    case .previewDown: "show-down"
    case .previewUp: "show-up"
    case .previewLarger: "show-larger"
    case .previewSmaller: "show-smaller"
    case .suspend: "suspend"
    case .scrollColumns(.left): "column-left"
    case .scrollColumns(.right): "column-right"
    case .scrollColumns(.first): "first-column"
    case .scrollColumns(.last): "last-column"
    case .inspectNext: "inspect-next"
    case .inspectPrevious: "inspect-previous"
    case .copyCode: "copy-code"
    case .writeManifest: "write-manifest"
    default: command
    }
  }
}

extension Movement {
  /// The name of the movement in key settings.
  fileprivate var name: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .halfPageUp: "half-page-up"
    case .halfPageDown: "half-page-down"
    case .pageUp: "page-up"
    case .pageDown: "page-down"
    case .first: "first"
    case .last: "last"
    }
  }
}
