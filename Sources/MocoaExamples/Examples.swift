public import Mocoa
public import MocoaTerminal

/// The examples at `mocoa://examples/`.
///
/// Each folder contains the models, view models and views of one example.
///
/// The examples use only public API of the Mocoa libraries, and are short enough to be read
/// completely.
@MainActor
public enum Examples {
  /// The address of the menu of all examples.
  public static let address = "mocoa://examples/"

  /// Registers the menu and all examples.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - clock: The clock of the simulated servers, or `nil` to receive responses immediately.
  ///   - folder: The folder in which the examples save their data, or `nil` to use only memory.
  public static func register(
    in registry: ModuleRegistry, clock: (any FrameClock)? = nil, folder: String? = nil
  ) {
    MenuPage.register(in: registry)
    StandaloneModulePage.register(in: registry)
    SelfContainedPage.register(in: registry, clock: clock)
    SimpleListPage.register(in: registry)
    FeedPage.register(in: registry, clock: clock)
    ContactBookPage.register(in: registry, clock: clock)
    ContactGrid.register(in: registry, clock: clock)
    IncompleteModulesPage.register(in: registry)
    CatalogPage.register(in: registry, folder: folder)
    UsersPage.register(in: registry, clock: clock)
    MessagesPage.register(in: registry, clock: clock, folder: folder)
  }

  /// Returns the address of the example with a number.
  static func address(_ number: Int) -> String { "\(address)\(number)/" }
}
