/// A command of a page, in addition to the commands of every page.
///
/// ```swift
/// override var commands: [PageCommand] {
///   [PageCommand("actions", letter: "a") { [weak self] in self?.chooseAction() }]
/// }
/// ```
@MainActor
public struct PageCommand {
  /// The title, in one or two words.
  public let title: String

  /// The key that runs the command.
  ///
  /// It must not be a key for moving, opening or leaving.
  public let key: Unicode.Scalar

  /// The closure that the command runs.
  public let perform: @MainActor () -> Void

  /// Creates a command.
  public init(
    _ title: String, letter: Unicode.Scalar, perform: @escaping @MainActor () -> Void
  ) {
    (self.title, self.key, self.perform) = (title, letter, perform)
  }
}
