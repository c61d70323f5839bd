/// A mouse event that the terminal reported: a pressed button or a turn of the wheel.
///
/// Releases, movements and further buttons are not reported, because lists do not need them.
public struct MouseEvent: Hashable, Sendable {
  /// A mouse button.
  public enum Button: Hashable, Sendable {
    /// The buttons from left to right, for right-handed use.
    case left, middle, right
  }

  /// The kind of a mouse event.
  public enum Action: Hashable, Sendable {
    /// A press of a button.
    case press(Button)

    /// One step of the wheel, away from the user or toward the user.
    case wheelUp, wheelDown
  }

  /// The kind of the event.
  public var action: Action

  /// The point of the pointer.
  ///
  /// It can be outside of the surface if the size has just changed.
  public var position: Point

  /// The modifier keys.
  public var modifiers: KeyPress.Modifiers

  /// Creates a mouse event.
  public init(_ action: Action, at position: Point, _ modifiers: KeyPress.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}
