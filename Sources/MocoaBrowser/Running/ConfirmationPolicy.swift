/// A policy that determines which commands require confirmation.
enum ConfirmationPolicy: String, CaseIterable, Sendable {
  /// Confirmation of every command.
  case always

  /// Confirmation of a command with a dangerous word, for several items, or with a pasted line end.
  case dangerous

  /// No confirmation.
  case never
}
