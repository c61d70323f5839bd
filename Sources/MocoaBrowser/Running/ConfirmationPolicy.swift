/// When a command is confirmed before it runs.
enum ConfirmationPolicy: String, CaseIterable, Sendable {
  /// Every command.
  case always

  /// A command with a dangerous word, for several items, or of pasted text with a line end.
  case dangerous

  /// No command.
  case never
}
