/// The way in which a command ended.
public enum CommandExit: Hashable, Sendable {
  /// A normal exit with a status.
  ///
  /// The status 0 means success.
  case exit(Int32)

  /// Termination by a signal.
  case signal(Int32)
}
