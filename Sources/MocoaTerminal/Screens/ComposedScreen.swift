public import Mocoa
internal import MocoaModel

/// A screen made of several panes: embedded pages, single modules and custom screens.
///
/// One of the visible panes with a screen is focused, and `focusNext` moves the focus. Callers find
/// the capabilities of that screen with ``Screen/focusedList`` and similar properties. If several
/// panes can be focused, all others are drawn in the quiet style. A page or module that is removed
/// from the page also disappears from the screen.
///
/// ```swift
/// registry.define("mocoa://desk/").page("Desk") { DeskPage(url: $0.url) }
///   .screen { (page: DeskPage, context) in
///     ComposedScreen(page, context, [.page(page.inbox), .module(page.clock)]) { size in
///       [Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 1),
///        Rect(column: 0, row: 0, columns: size.columns, rows: 1)]
///     }
///   }
/// ```
@MainActor
public final class ComposedScreen: PaneContainer, StyledScreen, AnimatedScreen, ChangeTracking,
  PointerInput, SelfSizingScreen
{
  /// The content of one pane.
  public enum Pane {
    /// A page that is embedded in the page of the screen.
    case page(PageViewModel)

    /// A module whose view model is a child of the page.
    case module(AnyCellViewModel)

    /// A custom screen of the page.
    case screen(any Screen)
  }

  /// The page that the screen shows.
  public let page: PageViewModel

  private let panes: @MainActor () -> [Pane]
  private let layout: @MainActor (Size, Int?) -> [Rect]

  /// A Boolean value that indicates whether the layout depends on the focused pane.
  ///
  /// If so, panes that are not visible can be focused too.
  private let followsFocus: Bool

  private var context: ScreenContext

  /// The panes in order, with `nil` for a pane whose content was removed from the page.
  private var paneSlots: [PaneState?] = []

  /// The window of the last layout, or `nil` before the first layout.
  private var window: (size: Size, sticks: Bool)?

  /// A Boolean value that indicates whether the panes must be notified of the last layout.
  private var needsCommit = false

  /// A Boolean value that indicates whether `commitLayout()` is notifying the panes.
  ///
  /// The value becomes `false` early if a notification ends the display of the screen.
  private var isCommitting = false

  /// The pane that received the focus last, or `nil` if no pane has received it.
  private var focusedPaneState: PaneState?

  /// A Boolean value that indicates whether this screen is a pane of another screen.
  ///
  /// The focus can then move to the next pane of that screen.
  var isEmbedded = false

  /// Boolean values that indicate whether the panes are being requested, and whether the request
  /// must be repeated.
  ///
  /// The closure that returns the panes can change the page, which causes another request.
  private var paneRequest = (now: false, again: false)

  private var token: ObservationToken?

  /// Creates a screen whose panes can change while the page is shown.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - context: The theme and the debug state.
  ///   - parts: A closure that returns the panes. It is called now, and whenever the page requests
  ///     to be drawn again. The state of a pane is retained while its page, view model or screen is
  ///     in the result, so a custom screen must be the same object in every call.
  ///   - arrange: A closure that returns the frames of the panes, in order, for a size. Panes
  ///     without a frame are not visible.
  public convenience init(
    _ page: PageViewModel, _ context: ScreenContext, parts: @escaping @MainActor () -> [Pane],
    arrange: @escaping @MainActor (Size) -> [Rect]
  ) {
    self.init(page, context, parts, followsAttention: false) { size, _ in arrange(size) }
  }

  /// Creates a screen whose layout depends on the focused pane.
  ///
  /// Panes that are not visible can be focused too.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - context: The theme and the debug state.
  ///   - parts: A closure that returns the panes. It is called now, and whenever the page requests
  ///     to be drawn again.
  ///   - arrange: A closure that returns the frames of the panes for a size and the index of the
  ///     focused pane. The index is `nil` if no pane is focused.
  public convenience init(
    _ page: PageViewModel, _ context: ScreenContext, parts: @escaping @MainActor () -> [Pane],
    arrangeFor arrange: @escaping @MainActor (Size, Int?) -> [Rect]
  ) {
    self.init(page, context, parts, followsAttention: true, arrange)
  }

  private init(
    _ page: PageViewModel, _ context: ScreenContext, _ parts: @escaping @MainActor () -> [Pane],
    followsAttention: Bool, _ arrange: @escaping @MainActor (Size, Int?) -> [Rect]
  ) {
    (self.page, self.panes, self.context) = (page, parts, context)
    (self.layout, self.followsFocus) = (arrange, followsAttention)
    updatePanes()
    token = page.observeRedraws { [weak self] in
      self?.updatePanes()
      self?.onChange?()
    }
  }

  /// Creates a screen of fixed panes.
  ///
  /// If the content of a pane is removed from the page, its area stays empty.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - context: The theme and the debug state.
  ///   - parts: The panes.
  ///   - arrange: A closure that returns the frames of the panes, in order, for a size. Panes
  ///     without a frame are not visible.
  public convenience init(
    _ page: PageViewModel, _ context: ScreenContext, _ parts: [Pane],
    arrange: @escaping @MainActor (Size) -> [Rect]
  ) {
    self.init(page, context, parts: { parts }, arrange: arrange)
  }

  /// Requests the panes from the closure that returns them.
  ///
  /// New panes are created, and the display of removed panes ends.
  private func updatePanes() {
    // The closure may embed a page, which requests a redraw. In that case, request the panes again.
    guard !paneRequest.now else { return paneRequest.again = true }
    paneRequest = (true, false)
    requestPanes()
    if paneRequest.again { requestPanes() }
    paneRequest = (false, false)
  }

  private func requestPanes() {
    var old = paneSlots.compactMap(\.self)
    paneSlots = panes().map { part in
      guard part.exists else { return nil }
      if let known = old.firstIndex(where: { $0.identity == part.identity }) {
        return old.remove(at: known)
      }
      let piece = PaneState(part, context)
      if let screen = piece.screen { adopt(screen) }
      return piece
    }
    for gone in old {
      gone.screen?.onChange = nil
      gone.endDisplaying()
    }
  }

  /// Applies the settings of this screen, such as the theme, to the screen of a pane.
  private func adopt(_ screen: any Screen) {
    (screen as? any PartScreen)?.isEmbedded = true
    screen.styling?.isDebugging = context.isDebugging
    screen.animation?.motion = motion
    screen.changeTracking?.clock = clock
    screen.changeTracking?.marksChanges = marksChanges
    screen.onChange = { [weak self] in self?.onChange?() }
  }

  private var paneStates: [PaneState] { paneSlots.compactMap(\.self) }

  private var screens: [any Screen] { paneStates.compactMap(\.screen) }

  /// The panes that can be focused.
  ///
  /// They have a screen and are visible, or become visible when they are focused.
  private var focusablePanes: [PaneState] {
    paneStates.filter { $0.screen != nil && (followsFocus || $0.isVisible) }
  }

  /// The focused pane, or `nil` if no pane can be focused.
  ///
  /// If the pane that received the focus last cannot be focused now, this is the first pane that
  /// can.
  private var visibleFocusedPane: PaneState? {
    let seen = focusablePanes
    return seen.first { $0 === focusedPaneState } ?? seen.first
  }

  /// A closure that is called when the screen may need to be drawn again.
  public var onChange: (@MainActor () -> Void)?

  /// The screen of the focused pane and its frame, or `nil` if no pane is focused.
  public var focusedPane: (screen: any Screen, frame: Rect?)? {
    visibleFocusedPane.flatMap { piece in piece.screen.map { ($0, piece.frame) } }
  }

  /// Moves the focus by a number of panes, wrapping around at the ends.
  ///
  /// If this screen is a pane of another screen, the focus does not wrap around, so that the other
  /// screen can move it.
  ///
  /// - Parameter distance: The number of panes, negative for backward.
  /// - Returns: `true` if the focus moved.
  public func moveFocus(by distance: Int) -> Bool {
    let before = focusedScreen
    let seen = focusablePanes
    guard let place = seen.firstIndex(where: { $0 === visibleFocusedPane }) else { return false }
    let next = place + distance
    if isEmbedded, !seen.indices.contains(next) { return false }
    focusedPaneState = seen[(next + seen.count) % seen.count]
    (focusedPane?.screen as? any PartScreen)?.focusFirst(movingBy: distance)
    return seen.indices.contains(next) || focusedScreen !== before
  }

  /// Focuses the first pane if `distance` is positive, otherwise the last one.
  func focusFirst(movingBy distance: Int) {
    focusedPaneState = distance > 0 ? focusablePanes.first : focusablePanes.last
    (focusedPane?.screen as? any PartScreen)?.focusFirst(movingBy: distance)
  }

  /// The theme, which defines the styles of text roles such as titles and warnings.
  public var theme: Theme {
    get { context.theme }
    set {
      context.theme = newValue
      for piece in paneStates { piece.theme = newValue }
    }
  }

  /// A Boolean value that indicates whether placeholders are visible.
  public var isDebugging: Bool {
    get { context.isDebugging }
    set {
      context.isDebugging = newValue
      for piece in paneStates { piece.isDebugging = newValue }
    }
  }

  // MARK: - Motion

  /// The amount of animation when a pane changes.
  public var motion = Motion.full {
    didSet { for screen in screens { screen.animation?.motion = motion } }
  }

  /// The time until `advanceAnimation()` must be called, or `nil` without a running animation.
  public var frameDelay: Duration? { screens.compactMap(\.animation?.frameDelay).min() }

  /// Advances the animations to the next frame.
  public func advanceAnimation() { for screen in screens { screen.animation?.advanceAnimation() } }

  /// Finishes all animations.
  public func finishAnimations() { for screen in screens { screen.animation?.finishAnimations() } }

  /// A closure that returns the time in seconds since 1970, for `lastChangeTime`.
  public var clock: (@MainActor () -> Int)? {
    didSet { for screen in screens { screen.changeTracking?.clock = clock } }
  }

  /// A Boolean value that indicates whether changed items stay marked until later changes.
  public var marksChanges = false {
    didSet { for screen in screens { screen.changeTracking?.marksChanges = marksChanges } }
  }

  /// The time in seconds since 1970 from which all changes stay marked, or `nil` if marks weaken
  /// with later changes.
  public var baselineTime: Int? {
    screens.lazy.compactMap { $0.changeTracking?.baselineTime }.max()
  }

  /// Retains the marks of all changes from now on, or lets them weaken again.
  ///
  /// - Returns: `true` if changes stay marked.
  public func toggleBaseline() -> Bool {
    let isOn = baselineTime == nil
    for tracking in screens.compactMap(\.changeTracking)
    where (tracking.baselineTime == nil) == isOn {
      _ = tracking.toggleBaseline()
    }
    return baselineTime != nil
  }

  /// Removes the marks of all changes, and the baseline.
  public func removeChangeMarks() {
    for screen in screens { screen.changeTracking?.removeChangeMarks() }
  }

  /// The time of the last change in any pane, in seconds since 1970, or `nil` if none has changed.
  public var lastChangeTime: Int? { screens.compactMap(\.changeTracking?.lastChangeTime).max() }

  // MARK: - Clicks

  /// Focuses the pane at a point and moves its cursor there.
  ///
  /// - Returns: `true` if the pane was focused and its cursor was already there.
  public func click(at point: Point) -> Bool {
    guard let (piece, screen, place) = pane(at: point) else { return false }
    let wasFocused = piece === visibleFocusedPane
    focusedPaneState = piece
    return screen.pointerInput?.click(at: place) == true && wasFocused
  }

  /// Returns the field whose column header is at a point of the screen.
  public func columnField(at point: Point) -> String? {
    pane(at: point).flatMap { $0.screen.pointerInput?.columnField(at: $0.place) }
  }

  /// Returns the visible pane at a point of the screen, its screen, and the point relative to it.
  private func pane(at point: Point) -> (piece: PaneState, screen: any Screen, place: Point)? {
    for piece in focusablePanes {
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

  /// The maximum number of rows that `preferredRowCount` tries.
  private static let maxRows = 40

  /// The smallest number of rows with which every pane is completely visible.
  ///
  /// It is `nil` if a pane uses all available rows, or if 40 rows are not enough.
  public var preferredRowCount: Int? {
    guard let columns = window?.size.columns, !paneStates.isEmpty,
      !screens.contains(where: { $0.selfSizing?.preferredRowCount == nil })
    else {
      return nil
    }
    return (1...Self.maxRows).first { rows in
      zip(paneSlots, frames(in: Size(columns: columns, rows: rows))).allSatisfy { piece, frame in
        piece?.fits(in: frame.size) ?? true
      }
    }
  }

  /// Returns the frames of the panes, in order, in a window of a size.
  private func frames(in size: Size) -> [Rect] {
    let none = Array(repeating: Rect(Size(columns: 0, rows: 0)), count: paneSlots.count)
    let attended = paneSlots.firstIndex { $0 != nil && $0 === visibleFocusedPane }
    return Array((layout(size, attended) + none).prefix(paneSlots.count))
  }

  /// Lays out the panes.
  ///
  /// If measuring a pane adds or removes panes, all panes are laid out a second time, so that the
  /// frame shows the new panes.
  public func layOut(in size: Size, hasStickyHeaders sticks: Bool) {
    (window, needsCommit) = ((size, sticks), true)
    updatingPanes {
      layOutPanes()
    } again: {
      layOutPanes()
    }
  }

  private func layOutPanes() {
    guard let window else { return }
    for (piece, frame) in zip(paneSlots, frames(in: window.size)) {
      // A previous pane may have removed this one.
      guard let piece, paneStates.contains(where: { $0 === piece }) else { continue }
      piece.layOut(in: frame, hasStickyHeaders: window.sticks)
    }
  }

  /// Notifies the content of the panes of the last layout.
  ///
  /// If a notification changed the panes, they are laid out again.
  public func commitLayout() {
    guard needsCommit else { return }
    (needsCommit, isCommitting) = (false, true)
    updatingPanes {
      commitPanes()
    } again: {
      layOutPanes()
      commitPanes()
    }
    isCommitting = false
  }

  private func commitPanes() {
    // A notification may have removed a pane, or ended the display of the screen.
    for piece in paneStates where isCommitting && paneStates.contains(where: { $0 === piece }) {
      piece.commitLayout()
    }
  }

  /// Calls a closure, and then calls `again` if the closure changed the panes.
  private func updatingPanes(_ body: () -> Void, again: () -> Void) {
    let before = paneStates
    body()
    if !paneStates.elementsEqual(before, by: ===) { again() }
  }

  /// Draws each pane on its own canvas.
  public func draw(into canvas: inout Canvas) {
    let focused = visibleFocusedPane
    let standsBack = focusablePanes.count > 1
    for piece in paneStates {
      guard let frame = piece.frame, !frame.isEmpty else { continue }
      canvas.within(frame) { piece.draw(into: &$0) }
      if standsBack, piece.screen != nil, piece !== focused {
        canvas.restyle(frame, context.theme.quiet)
      }
    }
  }

  /// Records a frame in all panes.
  public func didShow(_ frame: Surface) {
    for piece in paneStates { piece.screen?.didShow(frame) }
  }

  /// Ends the display of all panes, because another page is shown.
  public func endDisplaying() {
    (needsCommit, isCommitting) = (false, false)
    for piece in paneStates { piece.endDisplaying() }
  }
}
