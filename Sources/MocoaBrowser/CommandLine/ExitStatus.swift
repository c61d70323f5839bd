/// The exit statuses of the program.
package enum ExitStatus {
  /// The run was successful.
  package static let success: Int32 = 0

  /// The run succeeded with a negative result.
  ///
  /// `explain` resolved a URL to a placeholder, `diff` compared two different lists, or `--pick`
  /// had no items.
  package static let negative: Int32 = 1

  /// The reader closed standard output.
  ///
  /// The status is the same as after a SIGPIPE.
  static let closedOutput: Int32 = 141

  /// The user canceled picking items.
  ///
  /// The status is the same as after Control-C.
  static let cancelled: Int32 = 130

  /// An error occurred.
  ///
  /// One line on standard error describes it.
  package static let failure: Int32 = 2
}
