/// The kinds of values that contain other values.
public enum ContainerKind: Sendable, Hashable {
  /// Ordered values.
  case array

  /// Named values.
  case object
}
