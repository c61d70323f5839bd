/// The kind of a value that contains other values.
public enum ContainerKind: Sendable, Hashable {
  /// Ordered values.
  case array

  /// Named values.
  case object
}
