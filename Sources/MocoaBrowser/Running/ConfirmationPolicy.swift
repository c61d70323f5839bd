/// A policy that determines which commands require confirmation.
enum ConfirmationPolicy: String, CaseIterable, Sendable {
  /// Confirmation of every command.
  case always

  /// Confirmation of a dangerous or unexpected command.
  ///
  /// The command contains a dangerous word, runs on several items, or contains a pasted line end.
  /// Confirmation is also required if target items were removed, or if the final text has changed
  /// since the user saw it.
  case dangerous

  /// No confirmation, unless the final text of the command has changed since the user saw it.
  case never
}
