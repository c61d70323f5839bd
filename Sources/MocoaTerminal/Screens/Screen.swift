public import Mocoa

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
///
/// A screen adopts further protocols for its other capabilities: ``StyledScreen``,
/// ``StatusScreen``, ``ScrollableScreen``, ``ListInteraction``, ``PointerInput``, ``TextInput``,
/// ``AnimatedScreen``, ``SelfSizingScreen``, ``ChangeTracking`` and ``PaneContainer``.
@MainActor
public protocol Screen: AnyObject {
  /// The page that the screen shows.
  var page: PageViewModel { get }

  /// A closure that is called when the screen may need to be drawn again.
  var onChange: (@MainActor () -> Void)? { get set }

  /// Computes the layout for a window, before the screen is drawn or the cursor is moved.
  ///
  /// View models receive no events during layout and drawing, so that a layout can be repeated or
  /// discarded.
  ///
  /// - Parameters:
  ///   - size: The size of the window.
  ///   - sticks: A Boolean value that indicates whether headers stick to the top edge. Small
  ///     windows have no space for it.
  func layOut(in size: Size, hasStickyHeaders sticks: Bool)

  /// Notifies the view models that became visible, hidden or highlighted in the last layout.
  ///
  /// The application calls this method once after the layout of each frame, before drawing it.
  func commitLayout()

  /// Draws the page with the last layout.
  ///
  /// Drawing changes no state of the screen.
  ///
  /// - Parameter canvas: The canvas of this screen.
  func draw(into canvas: inout Canvas)

  /// Records that a frame with the drawing of the screen was shown.
  ///
  /// The application calls this method once after each frame. A screen that draws other screens
  /// calls it for them.
  ///
  /// - Parameter frame: The complete frame.
  func didShow(_ frame: Surface)

  /// Notifies the screen that it is not visible any more, until the next layout.
  func endDisplaying()
}

extension Screen {
  /// Does nothing, because the drawing depends only on the canvas.
  public func layOut(in size: Size, hasStickyHeaders sticks: Bool) {}

  /// Does nothing, because the screen has no view models.
  public func commitLayout() {}

  /// Does nothing, because the next frame does not depend on this one.
  public func didShow(_ frame: Surface) {}

  /// Does nothing.
  public func endDisplaying() {}
}
