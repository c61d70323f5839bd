/// Modules by key, with the registered modules in order.
///
/// An unregistered module stays in the table but is hidden. A holder of the module, such as an open
/// list, therefore sees later registrations in it, because each address has one module.
///
/// - Complexity: A lookup by key is O(1).
@MainActor
struct ModuleTable<Key: Hashable> {
  /// The registered modules, in the order in which they were added.
  private(set) var present: [Module] = []

  private var modules: [Key: Module] = [:]

  /// Returns the registered module with a key, or `nil`.
  subscript(key: Key) -> Module? {
    modules[key].flatMap { $0.isPresent ? $0 : nil }
  }

  /// Returns the module with a key, even if it is not registered.
  ///
  /// If the key is new, stores a module from `make`, which is hidden at first.
  mutating func module(for key: Key, making make: () -> Module) -> Module {
    if let module = modules[key] { return module }
    let module = make()
    modules[key] = module
    return module
  }

  /// Appends a module, which the table contains, to the registered modules.
  mutating func show(_ module: Module) {
    present.append(module)
  }

  /// Removes the modules that left the tree from the registered modules.
  mutating func hideAbsent() {
    present.removeAll { !$0.isPresent }
  }
}
