/// Modules by what tells them apart, each found at once, and those that are registered in order.
///
/// One that was unregistered keeps its place unseen. So whoever has it, such as a list that is open,
/// sees what is registered there later: there is one module for an address, for good.
@MainActor
struct ModuleTable<Key: Hashable> {
  /// Those that are registered, in the order in which they came to be.
  private(set) var present: [Module] = []

  private var known: [Key: Module] = [:]

  /// The one that is registered.
  subscript(key: Key) -> Module? {
    known[key].flatMap { $0.isPresent ? $0 : nil }
  }

  /// The one that is or was registered; else one that is made, and not yet seen.
  mutating func module(for key: Key, making make: () -> Module) -> Module {
    if let module = known[key] { return module }
    let module = make()
    known[key] = module
    return module
  }

  /// Lets one be seen, behind the others.
  mutating func show(_ module: Module) {
    present.append(module)
  }

  /// Lets those be seen no more that have left the tree.
  mutating func hideAbsent() {
    present.removeAll { !$0.isPresent }
  }
}
