public import Mocoa

/// The capabilities of a screen itself, which may differ from those of its focused pane.
extension Screen {
  /// The screen if it has a theme, otherwise `nil`.
  public var styling: (any StyledScreen)? { self as? any StyledScreen }

  /// The screen if it animates changes, otherwise `nil`.
  public var animation: (any AnimatedScreen)? { self as? any AnimatedScreen }

  /// The screen if it may need fewer rows than are available, otherwise `nil`.
  public var selfSizing: (any SelfSizingScreen)? { self as? any SelfSizingScreen }

  /// The screen if it records when its content changed, otherwise `nil`.
  public var changeTracking: (any ChangeTracking)? { self as? any ChangeTracking }

  /// The screen if it handles clicks, otherwise `nil`.
  public var pointerInput: (any PointerInput)? { self as? any PointerInput }

  /// The screen if it has panes, otherwise `nil`.
  var paneContainer: (any PaneContainer)? { self as? any PaneContainer }
}

/// The focused screen and its capabilities.
extension Screen {
  /// The focused screen at the deepest level of panes.
  ///
  /// It is the screen itself if no pane is focused.
  public var focusedScreen: any Screen {
    paneContainer?.focusedPane?.screen.focusedScreen ?? self
  }

  /// The page of the focused screen.
  ///
  /// New pages are opened from it.
  public var focusedPage: PageViewModel { focusedScreen.page }

  /// The focused screen if it has items, otherwise `nil`.
  public var focusedList: (any ListInteraction)? { focusedScreen as? any ListInteraction }

  /// The focused screen if it scrolls, otherwise `nil`.
  public var focusedScrolling: (any ScrollableScreen)? { focusedScreen as? any ScrollableScreen }

  /// The focused screen if it describes its state, otherwise `nil`.
  public var focusedStatus: (any StatusScreen)? { focusedScreen as? any StatusScreen }

  /// The focused screen if it accepts text input, otherwise `nil`.
  public var focusedTextInput: (any TextInput)? { focusedScreen as? any TextInput }

  /// The point of the text cursor of the focused screen, relative to this screen, or `nil` if there
  /// is none.
  public var focusedTextCursor: Point? {
    guard let paneContainer else { return focusedTextInput?.textCursor }
    guard let pane = paneContainer.focusedPane, let origin = pane.frame?.origin,
      let cursor = pane.screen.focusedTextCursor
    else { return nil }
    return Point(column: origin.column + cursor.column, row: origin.row + cursor.row)
  }

  /// Moves the focus to the next pane, and from the last pane to the first.
  ///
  /// - Returns: `true` if the focus moved.
  public func focusNext() -> Bool { moveFocus(inDirection: 1) }

  /// Sends a key to the focused screen.
  ///
  /// If the screen does not handle Tab or Back-Tab, the focus moves to the next or previous pane.
  ///
  /// - Returns: `true` if the key was handled.
  public func sendKey(_ key: KeyPress) -> Bool {
    let focused = focusedTextInput
    if focused?.press(key) == true { return true }
    return switch key {
    case KeyPress(.tab): moveFocus(inDirection: 1)
    case KeyPress(.backTab): moveFocus(inDirection: -1)
    default: false
    }
  }

  /// Moves the focus in the deepest container that has a next pane.
  private func moveFocus(inDirection distance: Int) -> Bool {
    guard let paneContainer else { return false }
    if paneContainer.focusedPane?.screen.moveFocus(inDirection: distance) == true { return true }
    return paneContainer.moveFocus(by: distance)
  }
}
