/// The kinds of values that hold others.
public enum Container: Sendable, Hashable {
  /// Values in order.
  case list

  /// Values by name.
  case object
}
