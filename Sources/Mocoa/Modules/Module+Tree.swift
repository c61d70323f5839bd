extension Module {
  /// The last step of the path of this module, or `nil` for a root.
  public var segment: ModuleSegment? { url.path.last }

  /// A Boolean value that indicates whether only descendants of the module have registrations, and
  /// not the module itself.
  var isImplicit: Bool { isEmpty && !isNamed }

  /// Returns an existing submodule, or `nil` if it is missing or a value is stored at its address.
  ///
  /// The method creates no module and calls no provider.
  public func submodule(_ segment: ModuleSegment) -> Module? {
    node(segment).flatMap { $0.value == nil ? $0 : nil }
  }

  /// Returns the existing submodule of a kind and name, or `nil` if it is missing or a value is
  /// stored at its address.
  public func submodule(kind: String = "", name: String = "") -> Module? {
    (try? ModuleSegment(kind: kind, name: name)).flatMap { submodule($0) }
  }

  /// Returns the submodules of a kind, in registration order.
  public func submodules(kind: String) -> [Module] {
    submodules.filter { $0.segment?.kind == kind }
  }

  /// This module and all its descendants in registration order, each parent before its children.
  ///
  /// The array is a copy: later registrations do not change it.
  public var subtree: [Module] {
    var all: [Module] = []
    forEach { all.append($0) }
    return all
  }

  /// Calls a closure with this module and all its descendants, each parent before its children.
  public func forEach(_ visit: (Module) throws -> Void) rethrows {
    try visit(self)
    for module in submodules { try module.forEach(visit) }
  }

  /// Returns the module or value at a relative path.
  ///
  /// If it is missing, the registry calls its providers, which may register it.
  func find(_ path: [ModuleSegment]) -> Module? {
    var found: Module? = self
    for segment in path { found = found?.node(segment) }
    // Providers may also fill a module that exists only because of its submodules.
    guard found?.isImplicit ?? true, !isDetached, let registry = sharedState.registry else {
      return found
    }
    return registry.requestModule(
      for: { ModuleURL(uncheckedDomain: url.domain, path: url.path + path) }, otherwise: found)
  }

  /// A description of this module and its descendants, one per line, each with its registrations.
  ///
  /// ```text
  /// mocoa://music/  Page Music
  ///   :
  ///     album  ViewModel AlbumCellViewModel · View AlbumCell
  /// ```
  public var treeDescription: String {
    var lines: [String] = []
    describe(as: url.description, indented: 0, into: &lines)
    return lines.joined(separator: "\n")
  }

  private func describe(as name: String, indented depth: Int, into lines: inout [String]) {
    var seen: Set<Replaceable> = []
    // The last registration of each slot is in effect. They are listed in registration order.
    let counting = registrations.reversed().filter {
      seen.insert(Replaceable(slot: $0.slot, presentation: $0.presentation)).inserted
    }
    let parts = counting.reversed().map { "\($0.slot) \($0.type)" }.joined(separator: " · ")
    lines.append(
      String(repeating: "  ", count: depth) + name + (parts.isEmpty ? "" : "  " + parts))
    for module in submodules {
      module.describe(
        as: module.segment?.description ?? "", indented: depth + 1, into: &lines)
    }
  }

  /// A slot and a renderer: registrations with the same key replace each other.
  private struct Replaceable: Hashable {
    let slot: Slot
    let presentation: ObjectIdentifier?
  }
}
