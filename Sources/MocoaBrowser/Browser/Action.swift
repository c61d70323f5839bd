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
  case moveColumnCursor(TableColumns.CursorMovement)
  case sortColumn
  case showOnlyValue
  case hideValue
  case hideColumn
  case narrowColumn
  case widenColumn
  case fitColumn
  case freezeColumns
  case countValues
  case undoView
  case resetView
  case fold
  case foldAll
  case search
  case searchNext
  case searchPrevious
  case toggleBaseline
  case removeChangeMarks
  case nextChange
  case previousChange
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
  case changePickOrder
  case runCommand
  case pipeToCommand
  case editSource
  case write
  case nextPane
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
}
