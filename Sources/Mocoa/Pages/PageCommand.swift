/// Something that a page can do, beside what can be done on every page.
///
/// ```swift
/// override var commands: [PageCommand] {
///   [PageCommand("actions", letter: "a") { [weak self] in self?.chooseAction() }]
/// }
/// ```
@MainActor
public struct PageCommand {
  /// What it is called, in a word or two.
  public let title: String

  /// The letter that asks for it; those by which one moves, opens and leaves are taken.
  public let letter: Unicode.Scalar

  /// Does it.
  public let perform: @MainActor () -> Void

  /// A command from its parts.
  public init(
    _ title: String, letter: Unicode.Scalar, perform: @escaping @MainActor () -> Void
  ) {
    (self.title, self.letter, self.perform) = (title, letter, perform)
  }
}
