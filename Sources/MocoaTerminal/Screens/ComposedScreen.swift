internal import MocoaModel
public import Mocoa

/// A screen that is put together: pages that are embedded in its page, modules by themselves, and
/// screens made by hand.
///
/// One of the embedded pages has the attention, which `focusNext` hands on; where there are several,
/// the others stand back.
///
/// ```swift
/// registry["mocoa://desk/"].page("Desk") { DeskPage(url: $0.url) }.screen { (page: DeskPage, context) in
///   ComposedScreen(page, context, [.page(page.inbox), .module(page.clock)]) { size in
///     [Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 1),
///      Rect(column: 0, row: 0, columns: size.columns, rows: 1)]
///   }
/// }
/// ```
@MainActor
public final class ComposedScreen: Screen {
  /// What stands in the screen.
  public enum Part {
    /// A page that is embedded in the page.
    case page(PageViewModel)

    /// A module whose view model is a child of the page.
    case module(AnyCellViewModel)

    /// A screen of the page itself, made by hand.
    case screen(any Screen)
  }

  private enum Piece {
    case screen(any Screen)
    case module(EmbeddedModule)
  }

  /// The page.
  public let page: PageViewModel

  private let pieces: [Piece]
  private let arrange: @MainActor (Size) -> [Rect]
  private let theme: Theme

  /// Where the parts stand, as they were laid out last.
  private var frames: [Rect] = []

  /// Which of the embedded screens has the attention.
  private var focused = 0

  private var token: ObservationToken?

  /// A screen of parts.
  ///
  /// - Parameter arrange: says for a size where each part stands, in their order; those for which it
  ///   says nothing are not seen.
  public init(
    _ page: PageViewModel, _ context: ScreenContext, _ parts: [Part],
    arrange: @escaping @MainActor (Size) -> [Rect]
  ) {
    self.page = page
    self.arrange = arrange
    theme = context.theme
    isDebugging = context.isDebugging
    pieces = parts.map { part in
      switch part {
      case .page(let page): .screen(page.makeScreen(context))
      case .module(let viewModel): .module(EmbeddedModule(viewModel, context))
      case .screen(let screen): .screen(screen)
      }
    }
    for screen in screens { screen.onChange = { [weak self] in self?.onChange?() } }
    token = page.observeRedraws { [weak self] in self?.onChange?() }
  }

  private var screens: [any Screen] {
    pieces.compactMap { if case .screen(let screen) = $0 { screen } else { nil } }
  }

  private var modules: [EmbeddedModule] {
    pieces.compactMap { if case .module(let module) = $0 { module } else { nil } }
  }

  /// The embedded screen that has the attention.
  private var focus: (any Screen)? {
    let screens = screens
    return screens.indices.contains(focused) ? screens[focused] : nil
  }

  /// Called when something changed that may have to be drawn.
  public var onChange: (@MainActor () -> Void)?

  /// The embedded page that has the attention; the page itself where none is embedded.
  public var focusedPage: PageViewModel { focus?.focusedPage ?? page }

  /// Hands the attention on to the next embedded page.
  public func focusNext() -> Bool {
    let count = screens.count
    guard focus?.focusNext() != true else { return true }
    guard count > 1 else { return false }
    focused = (focused + 1) % count
    return true
  }

  /// Whether placeholders are shown.
  public var isDebugging: Bool {
    didSet {
      for screen in screens { screen.isDebugging = isDebugging }
      for module in modules { module.context.isDebugging = isDebugging }
    }
  }

  // MARK: - Motion

  /// How much moves when one of the parts changes.
  public var motion = Motion.full {
    didSet { for screen in screens { screen.motion = motion } }
  }

  /// How long what is shown now is to stand before `advance`.
  public var frameDelay: Duration? { screens.compactMap(\.frameDelay).min() }

  /// Goes on to the next frame of what moves.
  public func advance() { for screen in screens { screen.advance() } }

  /// Ends what moves.
  public func settle() { for screen in screens { screen.settle() } }

  // MARK: - The part that has the attention

  /// Where one is in it.
  public var position: String { focus?.position ?? "" }

  /// What is to be said of it.
  public var remark: String { focus?.remark ?? "" }

  /// The time in seconds since 1970, for `lastChange`.
  public var now: (@MainActor () -> Int)? {
    didSet { for screen in screens { screen.now = now } }
  }

  /// When what one of the parts shows changed last.
  public var lastChange: Int? { screens.compactMap(\.lastChange).max() }

  /// The cell that the cursor is on.
  public var selection: AnyCellViewModel? { focus?.selection }

  /// The item that the cursor is on, as a fragment names it.
  public var fragment: String? { focus?.fragment }

  /// Whether its cursor moves sideways as well.
  public var movesSideways: Bool { focus?.movesSideways ?? false }

  /// Selects the item in it that the cursor is on.
  public func select() { focus?.select() }

  /// Whether keys write text in it.
  public var takesText: Bool { focus?.takesText ?? false }

  /// Gives it a key.
  public func press(_ key: KeyPress) -> Bool { focus?.press(key) ?? false }

  /// Gives it text that was pasted.
  public func paste(_ text: String) -> Bool { focus?.paste(text) ?? false }

  /// Where it writes.
  public var textCursor: Point? {
    guard let cursor = focus?.textCursor, placedScreens.indices.contains(focused) else {
      return nil
    }
    let origin = placedScreens[focused].frame.origin
    return Point(column: origin.column + cursor.column, row: origin.row + cursor.row)
  }

  /// Moves the cursor in it.
  public func move(_ movement: Movement) { focus?.move(movement) }

  /// Moves the cursor in it to the item of that number.
  public func move(toItem number: Int) -> Bool { focus?.move(toItem: number) ?? false }

  /// Scrolls it.
  public func scroll(by rows: Int) { focus?.scroll(by: rows) }

  /// Whether the cursor goes to what is added at its end.
  public var isFollowing: Bool {
    get { focus?.isFollowing ?? false }
    set { focus?.isFollowing = newValue }
  }

  /// Marks the item in it that the cursor is on.
  public func toggleMark() -> Bool { focus?.toggleMark() ?? false }

  /// Puts the cursor on what stands there, and hands the attention to the part it is in.
  public func click(at point: Point) -> Bool {
    for (index, part) in placedScreens.enumerated() {
      guard part.frame.columns.contains(point.column), part.frame.rows.contains(point.row)
      else { continue }
      let wasFocused = focused == index
      focused = index
      let place = Point(
        column: point.column - part.frame.origin.column, row: point.row - part.frame.origin.row)
      return part.screen.click(at: place) && wasFocused
    }
    return false
  }

  // MARK: - Drawing

  /// Lays out the parts.
  public func layOut(in size: Size, sticks: Bool) {
    frames = Array(
      (arrange(size) + pieces.map { _ in Rect(Size(columns: 0, rows: 0)) })
        .prefix(pieces.count))
    for part in placedScreens { part.screen.layOut(in: part.frame.size, sticks: sticks) }
  }

  /// Draws the parts, each on a canvas of its own.
  public func draw(into canvas: inout Canvas) {
    let count = screens.count
    var index = 0
    for (piece, frame) in zip(pieces, frames) where !frame.isEmpty || isScreen(piece) {
      switch piece {
      case .module(let module): canvas.within(frame) { module.draw(into: &$0) }
      case .screen(let screen):
        canvas.within(frame) { screen.draw(into: &$0) }
        if count > 1, index != focused { canvas.restyle(frame, theme.quiet) }
        index += 1
      }
    }
  }

  private func isScreen(_ piece: Piece) -> Bool {
    if case .screen = piece { true } else { false }
  }

  /// The embedded screens with their places, in order.
  private var placedScreens: [(screen: any Screen, frame: Rect)] {
    zip(pieces, frames).compactMap { piece, frame in
      if case .screen(let screen) = piece { (screen, frame) } else { nil }
    }
  }

  /// Takes note that another page is shown in its place.
  public func endDisplaying() {
    for screen in screens { screen.endDisplaying() }
    for module in modules { module.endDisplaying() }
  }
}
