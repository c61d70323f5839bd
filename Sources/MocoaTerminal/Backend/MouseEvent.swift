/// What the mouse did, as far as the terminal tells of it.
///
/// Only what a list needs is told: buttons going down and the wheel. A release, a movement, a further
/// button are nothing.
public struct MouseEvent: Hashable, Sendable {
  /// A button.
  public enum Button: Hashable, Sendable {
    /// From the left, for the right hand.
    case left, middle, right
  }

  /// What happened.
  public enum Action: Hashable, Sendable {
    /// A button was pressed.
    case press(Button)

    /// The wheel was turned by a notch, away from the hand or towards it.
    case wheelUp, wheelDown
  }

  /// What happened.
  public var action: Action

  /// Where the pointer was; it need not be on the surface, as its size may just have changed.
  public var position: Point

  /// Keys held down meanwhile.
  public var modifiers: KeyPress.Modifiers

  /// An event from its parts.
  public init(_ action: Action, at position: Point, _ modifiers: KeyPress.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}
