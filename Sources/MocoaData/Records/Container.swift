/// The kinds of values that contain other values.
public enum Container: Sendable, Hashable {
  /// Ordered values.
  case list

  /// Named values.
  case object
}
