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
  /// The keys for moving, opening and leaving are reserved.
  public let key: Unicode.Scalar

  /// The action.
  public let perform: @MainActor () -> Void

  /// Creates a command.
  public init(
    _ title: String, letter: Unicode.Scalar, perform: @escaping @MainActor () -> Void
  ) {
    (self.title, self.key, self.perform) = (title, letter, perform)
  }
}
