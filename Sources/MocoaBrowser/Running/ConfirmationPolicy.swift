/// A policy that determines which commands require confirmation.
enum ConfirmationPolicy: String, CaseIterable, Sendable {
  /// Confirmation of every command.
  case always

  /// Confirmation of a command that contains a dangerous word, runs on several items, or contains a
  /// pasted line end.
  case dangerous

  /// No confirmation.
  case never
}
