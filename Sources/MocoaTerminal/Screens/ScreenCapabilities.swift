public import Mocoa
public import MocoaModel

/// A screen with a theme.
@MainActor
public protocol StyledScreen: Screen {
  /// The theme, which defines the styles of text roles such as titles and warnings.
  var theme: Theme { get set }

  /// A Boolean value that indicates whether placeholders are visible.
  var isDebugging: Bool { get set }
}

extension StyledScreen {
  /// Always `false`, because the screen has no placeholders.
  ///
  /// Setting it has no effect.
  public var isDebugging: Bool {
    get { false }
    set {}
  }
}

/// A screen that animates changes of its page.
@MainActor
public protocol AnimatedScreen: Screen {
  /// The amount of animation when the page changes.
  var motion: Motion { get set }

  /// The time until `advanceAnimation()` must be called, or `nil` without a running animation.
  var frameDelay: Duration? { get }

  /// Advances the animations to the next frame.
  func advanceAnimation()

  /// Finishes all animations, for example because another page covers this screen.
  ///
  /// The next frame shows the final state.
  func finishAnimations()
}

/// A screen that may need fewer rows than are available.
@MainActor
public protocol SelfSizingScreen: Screen {
  /// The number of rows with which the content is completely visible, or `nil` if the screen uses
  /// all available rows.
  var preferredRowCount: Int? { get }
}

/// A screen that records when its content changed.
@MainActor
public protocol ChangeTracking: Screen {
  /// A closure that returns the time in seconds since 1970, for `lastChangeTime`.
  var clock: (@MainActor () -> Int)? { get set }

  /// The time of the last change of the content that the user did not cause, in seconds since 1970,
  /// or `nil` if there was none.
  var lastChangeTime: Int? { get }

  /// A Boolean value that indicates whether changed items stay marked until later changes.
  ///
  /// Without motion, the marks are not visible.
  var marksChanges: Bool { get set }

  /// The time in seconds since 1970 from which all changes stay marked, or `nil` if marks weaken
  /// with later changes.
  var baselineTime: Int? { get }

  /// Retains the marks of all changes from now on, or lets them weaken again.
  ///
  /// - Returns: `true` if changes stay marked.
  func toggleBaseline() -> Bool

  /// Removes the marks of all changes, and the baseline.
  func removeChangeMarks()
}

/// A screen that describes its state in short texts.
@MainActor
public protocol StatusScreen: Screen {
  /// A short text for the position of the cursor in the page, such as `14/48`.
  ///
  /// If the page has no cursor, the text is empty.
  var positionText: String { get }

  /// A short status text of the page, or an empty string.
  var statusText: String { get }
}

extension StatusScreen {
  /// An empty string.
  public var statusText: String { "" }
}

/// A screen with a cursor, or with content that scrolls.
@MainActor
public protocol ScrollableScreen: Screen {
  /// Moves the cursor or scrolls the content.
  func move(_ movement: Movement)

  /// Moves the cursor to the item with a number.
  ///
  /// - Parameter number: The number of the item, from 1, as in `positionText`.
  /// - Returns: `true` if the item exists.
  func move(toItem number: Int) -> Bool

  /// Scrolls the content.
  ///
  /// - Parameter rows: The number of rows, positive for down.
  func scroll(by rows: Int)
}

extension ScrollableScreen {
  /// Returns `false`, because the screen has no items.
  public func move(toItem number: Int) -> Bool { false }
}

/// A screen that handles clicks.
@MainActor
public protocol PointerInput: Screen {
  /// Moves the cursor to the item at a point of the window.
  ///
  /// Does nothing if the point has no item.
  ///
  /// - Returns: `true` if the cursor was already on the item, so that the click selects it.
  func click(at point: Point) -> Bool

  /// Returns the field whose column header is at a point of the window, or `nil` if there is none.
  func columnField(at point: Point) -> String?
}

extension PointerInput {
  /// Returns `nil`, because the screen has no columns.
  public func columnField(at point: Point) -> String? { nil }
}

/// A screen that accepts text input.
///
/// While it is focused, letters are not commands.
@MainActor
public protocol TextInput: Screen {
  /// Processes a key.
  ///
  /// - Returns: `true` if the screen processed the key. If it does not process Tab, the focus moves
  ///   to the next pane of the enclosing screen.
  func press(_ key: KeyPress) -> Bool

  /// Inserts pasted text.
  ///
  /// - Returns: `true` if all of the text was inserted.
  func paste(_ text: String) -> Bool

  /// The point of the text cursor in the last layout, or `nil` if there is none.
  var textCursor: Point? { get }
}

/// A screen of items with a cursor and marks.
@MainActor
public protocol ListInteraction: ScrollableScreen {
  /// The cell under the cursor, or `nil` if there is none.
  var currentCell: AnyCellViewModel? { get }

  /// The number of the current item among all items, from 1, or `nil` if there is none.
  var itemNumber: Int? { get }

  /// The URL fragment of the current item.
  ///
  /// It is `nil` if the user has not moved the cursor, or if the item has another identity each
  /// time the program runs.
  var fragment: String? { get }

  /// A Boolean value that indicates whether the cursor can move left and right from its current
  /// item.
  var hasHorizontalMovement: Bool { get }

  /// Selects the current item.
  func select()

  /// Pins the cursor to its current item.
  ///
  /// Without this call, a cursor that the user has not moved stays on the first row.
  func pinCursor()

  /// Makes the cursor stay on the first row again, as if the user had not moved it.
  func unpinCursor()

  /// Moves the cursor to the next or previous item that the last refresh of the list has changed.
  ///
  /// - Returns: `true` if the movement continued at the other end of the list, and `nil` if no item
  ///   has changed.
  func moveToChange(isForward: Bool) -> Bool?

  /// A Boolean value that indicates whether the cursor follows appended items.
  ///
  /// Moving the cursor away from the end sets it to `false`.
  var isFollowing: Bool { get set }

  /// The table columns in which the items are shown, or `nil` if their modules show them.
  var rowColumns: TableColumns? { get set }

  /// The highlighter of the parts that match a filter or a search, or `nil` for no highlights.
  ///
  /// The next layout applies it.
  var highlighter: (any MatchHighlighter)? { get set }

  /// Toggles the mark of the current item and moves the cursor to the next item.
  ///
  /// - Returns: `true` if the current item can have a mark.
  func toggleMark() -> Bool

  /// Marks or unmarks several items.
  ///
  /// - Returns: `true` if the command has an effect in this screen.
  func mark(_ marking: MarkCommand) -> Bool

  /// The number of marked items, including items that are not shown because of a filter.
  var markedCount: Int { get }

  /// Returns `true` if an item of the page is marked.
  func isMarked(_ path: ItemPath) -> Bool

  /// The marked items or, if no item is marked, the current item.
  ///
  /// The value is `nil` if no item is marked and no item is current.
  var targetItems: ItemSubset? { get }
}

/// A screen that shows other screens in panes, and focuses one pane.
@MainActor
public protocol PaneContainer: Screen {
  /// The screen of the focused pane and its frame in this screen, or `nil` if no pane is focused.
  ///
  /// The frame is `nil` before the first layout.
  var focusedPane: (screen: any Screen, frame: Rect?)? { get }

  /// Moves the focus by a number of panes, wrapping around at the ends.
  ///
  /// - Parameter distance: The number of panes, negative for backward.
  /// - Returns: `true` if the focus moved. In a container that is itself a pane, the focus does not
  ///   wrap around. Otherwise the enclosing screen could never focus its next pane.
  func moveFocus(by distance: Int) -> Bool
}
