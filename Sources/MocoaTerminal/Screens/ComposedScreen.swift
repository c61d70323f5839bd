public import Mocoa
internal import MocoaModel

/// A screen that is put together: pages that are embedded in its page, modules by themselves, and
/// screens made by hand.
///
/// One of the embedded pages that are seen has the attention, which `focusNext` hands on; where there
/// are several, the others stand back. A page or module that is taken out of the page goes from the
/// screen as well.
///
/// ```swift
/// registry["mocoa://desk/"].page("Desk") { DeskPage(url: $0.url) }
///   .screen { (page: DeskPage, context) in
///     ComposedScreen(page, context, [.page(page.inbox), .module(page.clock)]) { size in
///       [Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 1),
///        Rect(column: 0, row: 0, columns: size.columns, rows: 1)]
///     }
///   }
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

  /// The page.
  public let page: PageViewModel

  private let parts: @MainActor () -> [Part]
  private let arrange: @MainActor (Size, Int?) -> [Rect]

  /// Whether the parts stand otherwise when another one has the attention, so that also those may get
  /// it that are not seen.
  private let followsAttention: Bool

  private var context: ScreenContext

  /// What shows the parts, in their order; nil for a part that was taken out of the page.
  private var places: [Piece?] = []

  /// The columns that it was laid out for last; nil before the first time.
  private var columns: Int?

  /// The part that was given the attention; nil for none yet.
  private var attended: Piece?

  /// Whether it is a part itself, so that behind its last part there may be another one.
  var isEmbedded = false

  /// Whether it is asking for its parts, and whether it is to ask once more then.
  private var asking = (now: false, again: false)

  private var token: ObservationToken?

  /// A screen of parts that become others while the page is shown.
  ///
  /// - Parameters:
  ///   - parts: says the parts, now and whenever the page is to be drawn again. What shows a part stays
  ///     as long as its page, view model or screen is among them; a screen made by hand is to be the
  ///     same one every time.
  ///   - arrange: says for a size where each part stands, in their order; those for which it says
  ///     nothing are not seen.
  public convenience init(
    _ page: PageViewModel, _ context: ScreenContext, parts: @escaping @MainActor () -> [Part],
    arrange: @escaping @MainActor (Size) -> [Rect]
  ) {
    self.init(page, context, parts, followsAttention: false) { size, _ in arrange(size) }
  }

  /// A screen of parts that stand otherwise when another one has the attention, which can be handed on
  /// to those that are not seen as well.
  ///
  /// - Parameters:
  ///   - parts: says the parts, now and whenever the page is to be drawn again.
  ///   - arrange: says where each part stands, for a size and the place of the part that has the
  ///     attention; nil where there is none.
  public convenience init(
    _ page: PageViewModel, _ context: ScreenContext, parts: @escaping @MainActor () -> [Part],
    arrangeFor arrange: @escaping @MainActor (Size, Int?) -> [Rect]
  ) {
    self.init(page, context, parts, followsAttention: true, arrange)
  }

  private init(
    _ page: PageViewModel, _ context: ScreenContext, _ parts: @escaping @MainActor () -> [Part],
    followsAttention: Bool, _ arrange: @escaping @MainActor (Size, Int?) -> [Rect]
  ) {
    (self.page, self.parts, self.context) = (page, parts, context)
    (self.arrange, self.followsAttention) = (arrange, followsAttention)
    takeParts()
    token = page.observeRedraws { [weak self] in
      self?.takeParts()
      self?.onChange?()
    }
  }

  /// A screen of parts; the place of one that is taken out of the page stays empty.
  ///
  /// - Parameter arrange: says for a size where each part stands, in their order; those for which it
  ///   says nothing are not seen.
  public convenience init(
    _ page: PageViewModel, _ context: ScreenContext, _ parts: [Part],
    arrange: @escaping @MainActor (Size) -> [Rect]
  ) {
    self.init(page, context, parts: { parts }, arrange: arrange)
  }

  /// Asks for the parts; those that are new get what shows them, and those that went are told so.
  private func takeParts() {
    // Whoever is asked may embed a page, which is to be drawn again for that.
    guard !asking.now else { return asking.again = true }
    asking = (true, false)
    askForParts()
    if asking.again { askForParts() }
    asking = (false, false)
  }

  private func askForParts() {
    var old = places.compactMap(\.self)
    places = parts().map { part in
      guard part.isThere else { return nil }
      if let known = old.firstIndex(where: { $0.identity == part.identity }) {
        return old.remove(at: known)
      }
      let piece = Piece(part, context)
      if let screen = piece.screen { adopt(screen) }
      return piece
    }
    for gone in old {
      gone.screen?.onChange = nil
      gone.endDisplaying()
    }
  }

  /// Has a screen know what a part of this one knows.
  private func adopt(_ screen: any Screen) {
    (screen as? any PartScreen)?.isEmbedded = true
    screen.isDebugging = context.isDebugging
    screen.motion = motion
    screen.now = now
    screen.onChange = { [weak self] in self?.onChange?() }
  }

  private var pieces: [Piece] { places.compactMap(\.self) }

  private var screens: [any Screen] { pieces.compactMap(\.screen) }

  /// The embedded screens that can have the attention: only those that are seen, or would be with it.
  private var seen: [Piece] {
    pieces.filter { $0.screen != nil && (followsAttention || $0.isSeen) }
  }

  /// The part that has the attention: the first one, where that to which it was given is not seen.
  private var focusedPiece: Piece? {
    let seen = seen
    return seen.first { $0 === attended } ?? seen.first
  }

  /// The embedded screen that has the attention.
  var focus: (any Screen)? { focusedPiece?.screen }

  /// The screen that has the attention in the parts of parts.
  private var innermostFocus: (any Screen)? {
    (focus as? ComposedScreen)?.innermostFocus ?? focus
  }

  /// Called when something changed that may have to be drawn.
  public var onChange: (@MainActor () -> Void)?

  /// The embedded page that has the attention; the page itself where none is embedded.
  public var focusedPage: PageViewModel { focus?.focusedPage ?? page }

  /// Hands the attention on to the next embedded page, and behind the last one to the first.
  ///
  /// - Returns: whether there is another; for one that is embedded itself, whether there is another
  ///   behind it.
  public func focusNext() -> Bool {
    let before = innermostFocus
    return focus?.focusNext() == true || goOn(by: 1, from: before)
  }

  /// Hands the attention to the part that stands so far from the one that has it, round and round; the
  /// screen around this one does that where it has one.
  private func goOn(by distance: Int, from before: (any Screen)?) -> Bool {
    let seen = seen
    guard let place = seen.firstIndex(where: { $0 === focusedPiece }) else { return false }
    let next = place + distance
    if isEmbedded, !seen.indices.contains(next) { return false }
    attended = seen[(next + seen.count) % seen.count]
    (focus as? any PartScreen)?.enter(by: distance)
    return seen.indices.contains(next) || innermostFocus !== before
  }

  /// Has the first of its parts have the attention, or the last one.
  func enter(by distance: Int) {
    attended = distance > 0 ? seen.first : seen.last
    (focus as? any PartScreen)?.enter(by: distance)
  }

  /// How roles look.
  public var theme: Theme {
    get { context.theme }
    set {
      context.theme = newValue
      for piece in pieces { piece.theme = newValue }
    }
  }

  /// Whether placeholders are shown.
  public var isDebugging: Bool {
    get { context.isDebugging }
    set {
      context.isDebugging = newValue
      for piece in pieces { piece.isDebugging = newValue }
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

  /// That of the part that has the attention.
  public var itemNumber: Int? { focus?.itemNumber }

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

  /// Gives it a key; Tab that means nothing to it hands on the attention.
  public func press(_ key: KeyPress) -> Bool {
    let before = innermostFocus
    guard let focus, !focus.press(key) else { return focus != nil }
    return switch key {
    case KeyPress(.tab): goOn(by: 1, from: before)
    case KeyPress(.backTab): goOn(by: -1, from: before)
    default: false
    }
  }

  /// Gives it text that was pasted.
  public func paste(_ text: String) -> Bool { focus?.paste(text) ?? false }

  /// Where it writes.
  public var textCursor: Point? {
    guard let piece = focusedPiece, let cursor = piece.screen?.textCursor, let frame = piece.frame
    else { return nil }
    let origin = frame.origin
    return Point(column: origin.column + cursor.column, row: origin.row + cursor.row)
  }

  /// Moves the cursor in it.
  public func move(_ movement: Movement) { focus?.move(movement) }

  /// Moves the cursor in it to the item of that number.
  public func move(toItem number: Int) -> Bool { focus?.move(toItem: number) ?? false }

  /// Has the cursor in it stay with its item.
  public func hold() { focus?.hold() }

  /// Scrolls it.
  public func scroll(by rows: Int) { focus?.scroll(by: rows) }

  /// Whether the cursor goes to what is added at its end.
  public var isFollowing: Bool {
    get { focus?.isFollowing ?? false }
    set { focus?.isFollowing = newValue }
  }

  /// Puts the cursor on what stands there, and hands the attention to the part it is in.
  public func click(at point: Point) -> Bool {
    guard let (piece, screen, place) = part(at: point) else { return false }
    let wasFocused = piece === focusedPiece
    attended = piece
    return screen.click(at: place) && wasFocused
  }

  /// The field whose name stands above its column in a part.
  public func headedField(at point: Point) -> String? {
    part(at: point).flatMap { $0.screen.headedField(at: $0.place) }
  }

  /// The part that is seen at a position, and where in it that is.
  private func part(at point: Point) -> (piece: Piece, screen: any Screen, place: Point)? {
    for piece in seen {
      guard let screen = piece.screen, let frame = piece.frame,
        frame.columns.contains(point.column), frame.rows.contains(point.row)
      else { continue }
      let place = Point(
        column: point.column - frame.origin.column, row: point.row - frame.origin.row)
      return (piece, screen, place)
    }
    return nil
  }

  // MARK: - Drawing

  /// The most rows that are tried, to find those that are enough.
  private static let mostRows = 40

  /// The fewest rows in which every part has those that it needs; nil where one of them takes as many
  /// as it can get, and where there is none.
  public var neededRows: Int? {
    guard let columns, !pieces.isEmpty, !screens.contains(where: { $0.neededRows == nil }) else {
      return nil
    }
    return (1...Self.mostRows).first { rows in
      zip(places, frames(in: Size(columns: columns, rows: rows))).allSatisfy { piece, frame in
        piece?.fits(in: frame.size) ?? true
      }
    }
  }

  /// Where the parts stand in a window.
  private func frames(in size: Size) -> [Rect] {
    let none = Array(repeating: Rect(Size(columns: 0, rows: 0)), count: places.count)
    let attended = places.firstIndex { $0 != nil && $0 === focusedPiece }
    return Array((arrange(size, attended) + none).prefix(places.count))
  }

  /// Lays out the parts; once more where one of them was told something and has changed what parts
  /// there are, so that no frame is drawn without those that are new.
  public func layOut(in size: Size, sticks: Bool) {
    columns = size.columns
    let before = pieces
    layOutPieces(in: size, sticks)
    if !pieces.elementsEqual(before, by: ===) { layOutPieces(in: size, sticks) }
  }

  private func layOutPieces(in size: Size, _ sticks: Bool) {
    for (piece, frame) in zip(places, frames(in: size)) {
      // It may have been taken out by one before it.
      guard let piece, pieces.contains(where: { $0 === piece }) else { continue }
      piece.layOut(in: frame, sticks: sticks)
    }
  }

  /// Draws the parts, each on a canvas of its own.
  public func draw(into canvas: inout Canvas) {
    let focused = focusedPiece
    let standsBack = seen.count > 1
    for piece in pieces {
      guard let frame = piece.frame, !frame.isEmpty else { continue }
      canvas.within(frame) { piece.draw(into: &$0) }
      if standsBack, piece.screen != nil, piece !== focused {
        canvas.restyle(frame, context.theme.quiet)
      }
    }
  }

  /// Takes note that another page is shown in its place.
  public func endDisplaying() { for piece in pieces { piece.endDisplaying() } }
}
