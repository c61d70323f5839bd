internal import MocoaTerminal

/// An action that a key or a command can request from the browser.
enum Action: Hashable, Sendable {
  case move(Movement)
  case open
  case peek
  case openTab
  case openByKey(Unicode.Scalar)
  case pageCommand(Unicode.Scalar)
  case goToParent
  case back
  case forward
  case closePage
  case quit
  case help
  case prompt
  case palette
  case filter
  case sort
  case reverse
  case group
  case columns
  case scrollColumns(TableColumns.HorizontalScroll)
  case fold
  case foldAll
  case search
  case searchNext
  case searchPrevious
  case jumpBack
  case jumpForward
  case fieldStatistics
  case preview
  case previewDown
  case previewUp
  case previewLarger
  case previewSmaller
  case inspect
  case showLog
  case copy
  case copyURL
  case bookmark
  case debug
  case home
  case cancel
  case reload
  case pause
  case follow
  case mark
  case markItems(MarkCommand)
  case pick
  case cancelPick
  case runCommand
  case pipeToCommand
  case editSource
  case write
  case nextPart
  case nextTab
  case previousTab
  case closeTab
  case older
  case newer
  case latest
  case motion(Motion)
  case escape
  case repaint
  case suspend
  case mouse

  // Actions in the inspector.
  case inspectNext
  case inspectPrevious
  case copyCode
  case writeManifest

  // Actions in a prompt.
  case edit(LineEditor.Edit)
  case complete(Completion.Direction)
  case recall(PromptHistory.Direction)
  case accept

  /// The command word that performs the action, or `nil` if it has none.
  var command: String? {
    switch self {
    case .goToParent: "out"
    case .back: "back"
    case .forward: "forward"
    case .peek: "over"
    case .openTab: "tab"
    case .nextTab: "next-tab"
    case .previousTab: "previous-tab"
    case .closeTab: "close-tab"
    case .closePage: "leave"
    case .quit: "quit"
    case .help: "help"
    case .filter: "filter"
    case .sort: "sort"
    case .reverse: "reverse"
    case .group: "group"
    case .columns: "columns"
    case .fold: "fold"
    case .foldAll: "fold-all"
    case .search: "search"
    case .jumpBack: "jump-back"
    case .jumpForward: "jump-forward"
    case .fieldStatistics: "fields"
    case .preview: "show"
    case .inspect: "inspect"
    case .showLog: "log"
    case .copy: "copy"
    case .copyURL: "copy-url"
    case .bookmark: "bookmark"
    case .debug: "debug"
    case .reload: "reload"
    case .pause: "pause"
    case .follow: "follow"
    case .markItems(.all): "mark-all"
    case .markItems(.inverse): "invert-marks"
    case .markItems(.none): "clear-marks"
    case .runCommand: "run"
    case .pipeToCommand: "pipe"
    case .editSource: "edit"
    case .write: "write"
    case .older: "older"
    case .newer: "newer"
    case .latest: "live"
    case .motion(let motion): "motion \(motion.rawValue)"
    case .home: "home"
    case .mouse: "mouse"
    case .move(.first): "first"
    case .move(.last): "last"
    default: nil
    }
  }
}
