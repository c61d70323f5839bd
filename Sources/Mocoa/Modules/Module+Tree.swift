extension Module {
  /// The step from the parent to this module; nil for a root.
  public var segment: ModuleSegment? { url.path.last }

  /// Whether it is only there because a module below it is.
  var isMereStep: Bool { isEmpty && !isNamed }

  /// The module one step below; nil if there is none, or a value is kept there.
  ///
  /// No provider is asked, and nothing is made.
  public func existingSubmodule(_ segment: ModuleSegment) -> Module? {
    node(segment).flatMap { $0.value == nil ? $0 : nil }
  }

  /// The module one step below, by kind and name; nil if there is none, or a value is kept there.
  public func existingSubmodule(kind: String = "", name: String = "") -> Module? {
    (try? ModuleSegment(kind: kind, name: name)).flatMap { existingSubmodule($0) }
  }

  /// The modules one step below that are of a kind, in the order in which they were registered.
  public func submodules(kind: String) -> [Module] {
    submodules.filter { $0.segment?.kind == kind }
  }

  /// This module and all below it, parents first, in the order in which they were registered.
  ///
  /// It is the tree as it is now: what is registered on the way does not disturb it.
  public var subtree: [Module] {
    var all: [Module] = []
    forEach { all.append($0) }
    return all
  }

  /// Calls `visit` with this module and all below it, parents first.
  public func forEach(_ visit: (Module) throws -> Void) rethrows {
    try visit(self)
    for module in submodules { try module.forEach(visit) }
  }

  /// What is some steps below, be it a module or a value; where it is missing, providers are asked.
  func find(_ path: [ModuleSegment]) -> Module? {
    var found: Module? = self
    for segment in path { found = found?.node(segment) }
    // A mere step to other modules is missing as well, as far as providers are concerned.
    guard found?.isMereStep ?? true, !isNowhere, let registry = ledger.registry else {
      return found
    }
    return registry.ask(
      for: { ModuleURL(uncheckedDomain: url.domain, path: url.path + path) }, otherwise: found)
  }

  /// The module and those below it, one a line, each with what is registered in it.
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
    // The last of each slot counts; they are told in the order of their registration.
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

  /// Where one registration takes the place of another.
  private struct Replaceable: Hashable {
    let slot: Slot
    let presentation: ObjectIdentifier?
  }
}
