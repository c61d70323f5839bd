public import Mocoa
public import MocoaTerminal

/// The example screens at `mocoa://examples/`, each in a folder of its own: models, view models, views.
///
/// They use nothing but what the libraries offer to everybody, and are small enough to be read.
@MainActor
public enum Examples {
  /// The address of the menu.
  public static let address = "mocoa://examples/"

  /// Registers the menu and all examples.
  ///
  /// - Parameters:
  ///   - clock: the time that pretended servers take; with nil they answer at once.
  ///   - folder: where what is made in them is kept; with nil it is gone at the end of the program.
  public static func register(
    in registry: ModuleRegistry, clock: (any FrameClock)? = nil, folder: String? = nil
  ) {
    MenuPage.register(in: registry)
    PlainModulePage.register(in: registry)
    SelfContainedPage.register(in: registry, clock: clock)
    SimpleListPage.register(in: registry)
    FeedPage.register(in: registry, clock: clock)
    ContactBookPage.register(in: registry, clock: clock)
    ContactGrid.register(in: registry, clock: clock)
    CrashProofPage.register(in: registry)
    CataloguePage.register(in: registry, folder: folder)
    UsersPage.register(in: registry, clock: clock)
    MessagesPage.register(in: registry, clock: clock, folder: folder)
  }

  /// The address of an example.
  static func address(_ number: Int) -> String { "\(address)\(number)/" }
}
