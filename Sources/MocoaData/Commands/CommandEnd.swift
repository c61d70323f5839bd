/// How a command ended.
public enum CommandEnd: Hashable, Sendable {
  /// By itself, with a status; 0 means that all went well.
  case exit(Int32)

  /// By a signal.
  case signal(Int32)
}
