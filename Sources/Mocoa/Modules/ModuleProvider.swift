/// Somebody who can register modules when they are asked for.
///
/// Providers make a chain: they are asked in the order of their adding, until one has registered
/// what is missing. Those who only know one domain look at `url.domain`.
@MainActor
public protocol ModuleProvider {
  /// Registers the module at `url` if it is known here, or sets a value there.
  ///
  /// It may look up and register any modules; for one that is being asked for, nobody is asked again.
  ///
  /// - Returns: whether it was registered; it is then not asked for again.
  func provide(_ url: ModuleURL, to registry: ModuleRegistry) -> Bool
}
