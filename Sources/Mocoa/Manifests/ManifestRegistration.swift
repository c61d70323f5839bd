/// The registrations of a manifest, which can be removed together.
@MainActor
public struct ManifestRegistration {
  /// The module of the list that the manifest describes.
  public let list: Module

  /// A Boolean value that indicates whether the manifest was the first to register the address of
  /// the list.
  private var isNaming: Bool

  /// The registrations of the manifest, each with its module.
  private var filled: [(module: Module, registration: Module.Registration)] = []
  private var modules: Set<ObjectIdentifier> = []

  /// Creates an empty registration of the manifest with an address.
  init(of url: ModuleURL, in registry: ModuleRegistry) {
    let isNamed = registry.existingModule(at: url)?.isNamed ?? false
    list = registry.define(url)
    isNaming = !isNamed
  }

  /// Calls a closure that registers a part of a module, and records its registration.
  mutating func fill(_ module: Module, _ put: (Module) -> Module.Registration) {
    filled.append((module, put(module)))
    modules.insert(ObjectIdentifier(module))
  }

  /// Returns `true` if the manifest has registered a part of a module.
  public func hasRegistered(in module: Module) -> Bool {
    modules.contains(ObjectIdentifier(module))
  }

  /// Removes those registrations that are still in effect.
  ///
  /// Registrations by other code remain.
  public func unregister() {
    if isNaming { list.isNamed = false }
    for (module, registration) in filled { module.unregister(registration) }
    list.detachIfEmpty()
  }

  /// Removes those registrations of a previous version that are still in effect and that this one
  /// does not contain.
  mutating func replace(_ former: ManifestRegistration) {
    var former = former
    if former.list === list {
      isNaming = former.isNaming
      former.isNaming = false
    }
    former.unregister()
  }
}
