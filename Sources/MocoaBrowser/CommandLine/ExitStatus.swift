/// What the program tells the shell when it ends.
enum ExitStatus {
  /// All went well.
  static let success: Int32 = 0

  /// The answer is no: `explain` of something that shows as a placeholder, `diff` of two lists that
  /// are different, and nothing to pick from.
  static let negative: Int32 = 1

  /// Nobody read the output any more: as if SIGPIPE had ended the program.
  static let closedOutput: Int32 = 141

  /// Nothing was picked, on purpose: as if ^C had ended the program.
  static let cancelled: Int32 = 130

  /// Something went wrong; one line on standard error says what.
  static let failure: Int32 = 2
}
