/// What a manifest has put into modules, so that just this can be taken back.
@MainActor
public struct ManifestRegistration {
  /// The module of the list.
  public let list: Module

  /// Whether nobody had named the list before.
  private var isNaming: Bool

  /// What was put, with the modules.
  private var filled: [(module: Module, registration: Module.Registration)] = []
  private var modules: Set<ObjectIdentifier> = []

  /// The begin of a registration.
  init(of url: ModuleURL, in registry: ModuleRegistry) {
    let isNamed = registry.existingModule(at: url)?.isNamed ?? false
    list = registry.register(at: url)
    isNaming = !isNamed
  }

  /// Puts something into a module, and remembers what.
  mutating func fill(_ module: Module, _ put: (Module) -> Module.Registration) {
    filled.append((module, put(module)))
    modules.insert(ObjectIdentifier(module))
  }

  /// Whether it has put something into a module.
  public func fills(_ module: Module) -> Bool { modules.contains(ObjectIdentifier(module)) }

  /// Takes back what still counts of it; what others have put there, before or since, stays.
  public func unregister() {
    if isNaming { list.isNamed = false }
    for (module, registration) in filled { module.unregister(registration) }
    list.disappearIfVacant()
  }

  /// Takes the place of a former registration, of which it takes back what it has not put itself.
  mutating func replace(_ former: ManifestRegistration) {
    var former = former
    if former.list === list {
      isNaming = former.isNaming
      former.isNaming = false
    }
    former.unregister()
  }
}
