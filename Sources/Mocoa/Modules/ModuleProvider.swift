/// A type that registers modules on demand.
///
/// If a lookup fails, the registry calls its providers in insertion order until one of
/// them has registered the missing module. A provider for one domain checks `url.domain`.
@MainActor
public protocol ModuleProvider {
  /// Registers the module at a URL, or stores a value there, if the provider supports the URL.
  ///
  /// A provider may look up and register other modules. While a lookup of a URL is in progress, the
  /// registry does not call providers again for the same URL.
  ///
  /// - Parameters:
  ///   - url: The address of the missing module.
  ///   - registry: The registry in which to register the module.
  /// - Returns: `true` if the module was registered. Later lookups then find it without a provider.
  func registerModule(at url: ModuleURL, in registry: ModuleRegistry) -> Bool
}
