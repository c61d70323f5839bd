public import Mocoa
public import MocoaModel

/// A type that shows a page in a terminal.
///
/// A screen without items or animations only provides its page and draws it:
///
/// ```swift
/// final class ClockScreen: Screen {
///   let page: PageViewModel
///   var onChange: (@MainActor () -> Void)?
///
///   init(_ page: PageViewModel) { self.page = page }
///
///   func draw(into canvas: inout Canvas) { canvas.write("12:00", at: Point(column: 1, row: 0)) }
/// }
/// ```
@MainActor
public protocol Screen: AnyObject {
  /// The page that the screen shows.
  var page: PageViewModel { get }

  /// The focused page: the page of the screen, or one that is embedded in it.
  ///
  /// New pages are opened from it.
  var focusedPage: PageViewModel { get }

  /// Moves the focus to the next embedded page, and from the last one to the first.
  ///
  /// - Returns: `true` if there is another embedded page. A pane of another screen returns `true`
  ///   only if a page *follows* the focused one. Otherwise the enclosing screen could never focus
  ///   its next pane.
  func focusNext() -> Bool

  /// The styles of the roles.
  var theme: Theme { get set }

  /// A Boolean value that indicates whether placeholders are visible.
  var isDebugging: Bool { get set }

  /// A closure that is called when the screen may need to be drawn again.
  var onChange: (@MainActor () -> Void)? { get set }

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

  /// A short text for the position of the cursor in the page, such as `14/48`, or an empty string
  /// if it has none.
  var positionText: String { get }

  /// The number of the current item among all items, from 1, or `nil` if there is none.
  var itemNumber: Int? { get }

  /// A short status text of the page, or an empty string.
  var statusText: String { get }

  /// A closure that returns the time in seconds since 1970, for `lastChangeTime`.
  var clock: (@MainActor () -> Int)? { get set }

  /// The time of the last change of the content that the user did not cause, in seconds since 1970,
  /// or `nil` if there was none.
  var lastChangeTime: Int? { get }

  /// The cell under the cursor, or `nil` if there is none.
  var currentCell: AnyCellViewModel? { get }

  /// The URL fragment of the current item.
  ///
  /// It is `nil` if the user has not moved the cursor, or if the identity of the item differs in
  /// each run.
  var fragment: String? { get }

  /// Moves the cursor or scrolls the content.
  func move(_ movement: Movement)

  /// A Boolean value that indicates whether the cursor can move left and right from its current
  /// item.
  var hasHorizontalMovement: Bool { get }

  /// Selects the current item.
  func select()

  /// A Boolean value that indicates whether the screen accepts text input.
  ///
  /// If so, letters are not keys of commands.
  var acceptsTextInput: Bool { get }

  /// Processes a key in a screen that accepts text input.
  ///
  /// - Returns: `true` if the screen processed the key. If it does not process Tab, the focus moves
  ///   to the next pane of the enclosing screen.
  func press(_ key: KeyPress) -> Bool

  /// Inserts pasted text in a screen that accepts text input.
  ///
  /// - Returns: `true` if all of the text was inserted.
  func paste(_ text: String) -> Bool

  /// The point of the text cursor on the canvas that was drawn last, or `nil` if there is none.
  var textCursor: Point? { get }

  /// Moves the cursor to the item with a number.
  ///
  /// - Parameter number: The number of the item, from 1, as in `positionText`.
  /// - Returns: `true` if the item exists.
  func move(toItem number: Int) -> Bool

  /// Pins the cursor to its current item.
  ///
  /// Without this call, a cursor that the user has not moved stays on the first row.
  func pinCursor()

  /// The number of rows with which the content is completely visible, or `nil` if the screen uses
  /// all available rows.
  var preferredRowCount: Int? { get }

  /// Scrolls the content.
  ///
  /// - Parameter rows: The number of rows, positive for down.
  func scroll(by rows: Int)

  /// Moves the cursor to the item at a point of the window.
  ///
  /// Does nothing if the point has no item.
  ///
  /// - Returns: `true` if the cursor was already on the item, so that the click selects it.
  func click(at point: Point) -> Bool

  /// Returns the field whose column header is at a point of the window, or `nil` if there is none.
  func columnField(at point: Point) -> String?

  /// A Boolean value that indicates whether the cursor follows appended items.
  ///
  /// Moving the cursor away from the end sets it to `false`.
  var isFollowing: Bool { get set }

  /// The table columns in which the items are shown, or `nil` if their modules show them.
  var rowColumns: TableColumns? { get set }

  /// Toggles the mark of the current item and moves the cursor to the next one.
  ///
  /// - Returns: `true` if there is a current item.
  func toggleMark() -> Bool

  /// Marks or unmarks several items.
  ///
  /// - Returns: `true` if the command has an effect in this screen.
  func mark(_ marking: MarkCommand) -> Bool

  /// The number of marked items, including items that a derived list does not show.
  var markedCount: Int { get }

  /// Returns `true` if an item of the focused page is marked.
  func isMarked(_ path: ItemPath) -> Bool

  /// The marked items or, if none is marked, the current item.
  ///
  /// It is `nil` if there is neither.
  var targetItems: ItemSubset? { get }

  /// Computes the layout for a window, before the screen is drawn or the cursor is moved.
  ///
  /// - Parameters:
  ///   - size: The size of the window.
  ///   - sticks: A Boolean value that indicates whether headers stick to the top edge. Small
  ///     windows have no space for it.
  func layOut(in size: Size, hasStickyHeaders sticks: Bool)

  /// Draws the page with the last layout.
  ///
  /// - Parameter canvas: The canvas of this screen.
  func draw(into canvas: inout Canvas)

  /// Notifies the screen that it is not visible any more, until the next layout.
  func endDisplaying()
}

extension Screen {
  /// The standard theme.
  ///
  /// Setting it has no effect.
  public var theme: Theme {
    get { .standard }
    set {}
  }

  /// Always `false`, because the screen has no placeholders.
  ///
  /// Setting it has no effect.
  public var isDebugging: Bool {
    get { false }
    set {}
  }

  /// Always `.off`, because the screen has no animations.
  ///
  /// Setting it has no effect.
  public var motion: Motion {
    get { .off }
    set {}
  }

  /// An empty string.
  public var positionText: String { "" }

  /// Always `nil`.
  public var itemNumber: Int? { nil }

  /// An empty string.
  public var statusText: String { "" }

  /// Always `nil`.
  public var currentCell: AnyCellViewModel? { nil }

  /// Does nothing.
  public func move(_ movement: Movement) {}

  /// Does nothing.
  public func scroll(by rows: Int) {}

  /// Returns `false`, because there is nothing to click.
  public func click(at point: Point) -> Bool { false }

  /// Returns `nil`, because the screen has no columns.
  public func columnField(at point: Point) -> String? { nil }

  /// Does nothing, because the drawing depends only on the canvas.
  public func layOut(in size: Size, hasStickyHeaders sticks: Bool) {}

  /// Always `false`.
  public var hasHorizontalMovement: Bool { false }

  /// Does nothing.
  public func select() {}

  /// Always `false`.
  public var acceptsTextInput: Bool { false }

  /// Returns `false`.
  public func press(_ key: KeyPress) -> Bool { false }

  /// Returns `false`.
  public func paste(_ text: String) -> Bool { false }

  /// Always `nil`.
  public var textCursor: Point? { nil }

  /// The page of the screen.
  public var focusedPage: PageViewModel { page }

  /// Returns `false`, because the screen has no embedded page.
  public func focusNext() -> Bool { false }

  /// Always `nil`.
  public var fragment: String? { nil }

  /// Returns `false`, because the screen has no items.
  public func move(toItem number: Int) -> Bool { false }

  /// Always `nil`.
  ///
  /// Setting it has no effect.
  public var clock: (@MainActor () -> Int)? {
    get { nil }
    set {}
  }

  /// Always `nil`.
  public var lastChangeTime: Int? { nil }

  /// Always `false`.
  ///
  /// Setting it has no effect.
  public var isFollowing: Bool {
    get { false }
    set {}
  }

  /// Always `nil`.
  ///
  /// Setting it has no effect.
  public var rowColumns: TableColumns? {
    get { nil }
    set {}
  }

  /// Returns `false`, because the screen has no items.
  public func toggleMark() -> Bool { false }

  /// Returns `false`, because the screen has no items.
  public func mark(_ marking: MarkCommand) -> Bool { false }

  /// Always 0.
  public var markedCount: Int { 0 }

  /// Returns `false`, because the screen has no items.
  public func isMarked(_ path: ItemPath) -> Bool { false }

  /// Always `nil`.
  public var targetItems: ItemSubset? { nil }

  /// Does nothing, because the screen has no cursor.
  public func pinCursor() {}

  /// Always `nil`: the screen uses all available rows.
  public var preferredRowCount: Int? { nil }

  /// Does nothing.
  public func endDisplaying() {}

  /// Always `nil`, because the screen has no animations.
  public var frameDelay: Duration? { nil }

  /// Does nothing.
  public func advanceAnimation() {}

  /// Does nothing.
  public func finishAnimations() {}
}
