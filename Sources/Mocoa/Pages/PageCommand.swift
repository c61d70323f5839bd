/// A command of a page, in addition to the commands of every page.
///
/// ```swift
/// override var commands: [PageCommand] {
///   [PageCommand("actions", letter: "a") { [weak self] in self?.chooseAction() }]
/// }
/// ```
@MainActor
public struct PageCommand {
  /// The title, in one or two words, or an empty string if the help does not list the command.
  public let title: String

  /// The key and the title as the status line shows them, or an empty string for no hint.
  public let hint: String

  /// The key that runs the command.
  ///
  /// It must not be a key for moving, opening or leaving.
  public let key: Unicode.Scalar

  /// The closure that the command runs.
  public let perform: @MainActor () -> Void

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - title: The title, or an empty string if the help does not list the command.
  ///   - letter: The key that runs the command.
  ///   - hint: The text for the status line, or `nil` for the key and the title.
  ///   - perform: The closure that the command runs.
  public init(
    _ title: String, letter: Unicode.Scalar, hint: String? = nil,
    perform: @escaping @MainActor () -> Void
  ) {
    (self.title, self.key, self.perform) = (title, letter, perform)
    self.hint = hint ?? "\(letter) \(title)"
  }
}
