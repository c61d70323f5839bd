public import Mocoa
public import MocoaModel

/// What shows a page in a terminal.
///
/// A screen that has neither items nor anything that moves says what its page is and draws it:
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
  /// The page.
  var page: PageViewModel { get }

  /// The page, or the one embedded in it, that has the attention: what is opened is opened from it.
  var focusedPage: PageViewModel { get }

  /// Hands the attention on to the next embedded page, and behind the last one to the first.
  ///
  /// - Returns: whether there is another. Where the screen is a part of another one, it is whether there
  ///   is another *behind* it; else that one would never get to its own next part.
  func focusNext() -> Bool

  /// How roles look.
  var theme: Theme { get set }

  /// Whether placeholders are shown.
  var isDebugging: Bool { get set }

  /// Called when something changed that may have to be drawn.
  var onChange: (@MainActor () -> Void)? { get set }

  /// How much moves when the page changes.
  var motion: Motion { get set }

  /// How long what is shown now is to stand before `advance`; nil where nothing moves.
  var frameDelay: Duration? { get }

  /// Goes on to the next frame of what moves.
  func advance()

  /// Ends what moves, for something lies over the page; the next frame shows it as it is.
  func settle()

  /// Where in the page one is, in a few characters; empty where that means nothing.
  var position: String { get }

  /// The number of the item that the cursor is on, among all, from 1; nil where there is none.
  var itemNumber: Int? { get }

  /// What is to be said of the page besides its content, in a few words; empty for nothing.
  var remark: String { get }

  /// The time in seconds since 1970, for `lastChange`.
  var now: (@MainActor () -> Int)? { get set }

  /// When what is shown changed last by itself; nil where it never did.
  var lastChange: Int? { get }

  /// The cell that the cursor is on.
  var selection: AnyCellViewModel? { get }

  /// The item that the cursor was moved to, as a fragment names it; nil where it was moved nowhere, or
  /// nothing of the item would be the same in another run.
  var fragment: String? { get }

  /// Moves the cursor, or what is seen.
  func move(_ movement: Movement)

  /// Whether the cursor can move left and right where it is.
  var movesSideways: Bool { get }

  /// Selects what the cursor is on.
  func select()

  /// Whether keys write text here, so that letters ask for nothing else.
  var takesText: Bool { get }

  /// Takes a key, where keys write text.
  ///
  /// - Returns: whether it meant anything. A Tab that did not hands the attention on to the next part of
  ///   the screen around it.
  func press(_ key: KeyPress) -> Bool

  /// Takes text that was pasted, where keys write text.
  ///
  /// - Returns: whether there was room for all of it.
  func paste(_ text: String) -> Bool

  /// Where the next character is written, on the canvas that was drawn last; nil for nowhere.
  var textCursor: Point? { get }

  /// Moves the cursor to the item of that number, counted from 1 as `position` does.
  ///
  /// - Returns: false where there is none.
  func move(toItem number: Int) -> Bool

  /// Has the cursor stay with its item from now on, as it does once it was moved: something is done
  /// with that.
  func hold()

  /// The rows that are enough to show all of it; nil where it takes as many as it can get.
  var neededRows: Int? { get }

  /// Moves what is seen by so many rows, down where above 0.
  func scroll(by rows: Int)

  /// Puts the cursor on what stands at a position of the window; nothing happens where that is none.
  ///
  /// - Returns: whether the cursor was there already, so that the click asks for more.
  func click(at point: Point) -> Bool

  /// The field whose name stands above its column at a position of the window; nil where there is none.
  func headedField(at point: Point) -> String?

  /// Whether the cursor goes to what is added at the end, until it is moved away from there.
  var isFollowing: Bool { get set }

  /// The fields of the items in columns; nil where they are shown as their modules say.
  var rowColumns: RowColumns? { get set }

  /// Marks the item that the cursor is on, or takes its mark away, and goes to the next.
  ///
  /// - Returns: whether there is an item.
  func toggleMark() -> Bool

  /// Marks several items, or none.
  ///
  /// - Returns: whether anything can be marked so.
  func mark(_ marking: Marking) -> Bool

  /// How many items are marked, also of those that are not shown.
  var markedCount: Int { get }

  /// Whether an item of the page that has the attention is marked.
  func isMarked(_ path: ItemPath) -> Bool

  /// The marked items, or the one that the cursor is on where none is; nil where there is none either.
  var chosen: ChosenItems? { get }

  /// Finds what stands where in a window, before it is drawn or moved in.
  ///
  /// - Parameter sticks: whether headers stick to the top; small windows have no room for it.
  func layOut(in size: Size, sticks: Bool)

  /// Draws the page, as it was laid out last, on a canvas of its own.
  func draw(into canvas: inout Canvas)

  /// Takes note that another page is shown in its place, until it is laid out again.
  func endDisplaying()
}

extension Screen {
  /// The standard one; it cannot be set.
  public var theme: Theme {
    get { .standard }
    set {}
  }

  /// False; it has nothing to hide.
  public var isDebugging: Bool {
    get { false }
    set {}
  }

  /// Nothing moves, however much may.
  public var motion: Motion {
    get { .off }
    set {}
  }

  /// Nowhere.
  public var position: String { "" }

  /// There is none.
  public var itemNumber: Int? { nil }

  /// Nothing.
  public var remark: String { "" }

  /// There is none.
  public var selection: AnyCellViewModel? { nil }

  /// Does nothing.
  public func move(_ movement: Movement) {}

  /// Does nothing.
  public func scroll(by rows: Int) {}

  /// There is nothing to click.
  public func click(at point: Point) -> Bool { false }

  /// There are no columns.
  public func headedField(at point: Point) -> String? { nil }

  /// What is drawn depends on the canvas alone.
  public func layOut(in size: Size, sticks: Bool) {}

  /// It cannot.
  public var movesSideways: Bool { false }

  /// Does nothing.
  public func select() {}

  /// They do not.
  public var takesText: Bool { false }

  /// It means nothing.
  public func press(_ key: KeyPress) -> Bool { false }

  /// There is no room for any.
  public func paste(_ text: String) -> Bool { false }

  /// Nowhere.
  public var textCursor: Point? { nil }

  /// The page.
  public var focusedPage: PageViewModel { page }

  /// There is none.
  public func focusNext() -> Bool { false }

  /// Nothing names where one is.
  public var fragment: String? { nil }

  /// There is none.
  public func move(toItem number: Int) -> Bool { false }

  /// Nil; nobody asks.
  public var now: (@MainActor () -> Int)? {
    get { nil }
    set {}
  }

  /// Never.
  public var lastChange: Int? { nil }

  /// False; it cannot be set.
  public var isFollowing: Bool {
    get { false }
    set {}
  }

  /// There are none; it cannot be set.
  public var rowColumns: RowColumns? {
    get { nil }
    set {}
  }

  /// There is no item.
  public func toggleMark() -> Bool { false }

  /// There is no item.
  public func mark(_ marking: Marking) -> Bool { false }

  /// None is.
  public var markedCount: Int { 0 }

  /// None is.
  public func isMarked(_ path: ItemPath) -> Bool { false }

  /// There is none.
  public var chosen: ChosenItems? { nil }

  /// There is nothing to stay with.
  public func hold() {}

  /// As many as it can get.
  public var neededRows: Int? { nil }

  /// Tells nobody.
  public func endDisplaying() {}

  /// Nothing ever moves.
  public var frameDelay: Duration? { nil }

  /// Does nothing.
  public func advance() {}

  /// Does nothing.
  public func settle() {}
}
