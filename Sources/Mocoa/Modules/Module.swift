internal import MocoaModel

/// A node of the module tree, with an address and the parts that show an element.
///
/// The parts of an element are its model type, its view and its view model. Their three slots may
/// be filled in one chain of calls, or separately by different libraries. A missing or mismatched
/// part is not an error: the element is shown as a placeholder with the reason. Each address has
/// one module. A module that is unregistered and registered again is the same object.
@MainActor
public final class Module {
  /// The address of the module, without options.
  public let url: ModuleURL

  /// The parent module, or `nil` for a root.
  public private(set) weak var parent: Module?

  /// The registrations in effect and, for each slot, the registration that was replaced last.
  ///
  /// The registrations are in the order in which they were made. The last one in a slot is in
  /// effect. Earlier ones are not retained, because a program may fill a slot any number of times.
  public private(set) var registrations: [Registration] = []

  /// The value stored at this address instead of a module, or `nil`.
  public internal(set) var value: (any Sendable)?

  /// The fixed height of every element of this module, in rows.
  ///
  /// If it is `nil`, the view model, the view or the content determines the height.
  public internal(set) var height: Int?

  var modelSlot: ModelSlot?
  var cellSlot: (AnyCellViewModel.Type)?

  /// A function that creates the view models, or `nil` if their class creates them.
  var maker: (@MainActor (any CellModel) throws -> AnyCellViewModel)?
  var sectionSlot: (SectionViewModel.Type)?
  var pageSlot: PageSlot?
  private var presentationSlots: [ObjectIdentifier: Any] = [:]

  /// The submodules, including hidden ones that are not registered.
  private var table = ModuleTable<ModuleSegment>()

  /// A Boolean value that indicates whether code has explicitly created the module by URL or path.
  ///
  /// A lookup that finds such a module calls no providers, even if the module has no registrations.
  var isNamed = false

  /// A Boolean value that indicates whether the module is in the tree, because it or a descendant
  /// of it has a registration.
  private(set) var isPresent: Bool

  /// A Boolean value that indicates whether the module is not part of a tree, so that no lookup
  /// finds it.
  let isDetached: Bool

  /// The state shared by all modules of the registry.
  let sharedState: SharedState

  /// Creates a module that is not yet in the tree, or a detached module.
  init(url: ModuleURL, parent: Module?, sharedState: SharedState, isDetached: Bool = false) {
    self.url = url
    self.parent = parent
    self.sharedState = sharedState
    self.isDetached = isDetached
    isPresent = isDetached
  }

  /// The state shared by all modules of one registry.
  @MainActor
  final class SharedState {
    /// A number that increases with every registration.
    ///
    /// Cached resolutions of an earlier revision are not valid.
    var revision = 0

    /// The first rejected registrations, each with its reason, without duplicates.
    var illegal: [String] = []

    /// The observers of the activity, the number of created events and the misses already logged.
    let activity = Observers<ActivityEvent>()
    var activityCount = 0
    var loggedMisses: Set<String> = []

    /// The registry, which calls the providers.
    weak var registry: ModuleRegistry?
  }

  /// The revision of the registry of this module.
  ///
  /// It increases with every registration.
  public var registryRevision: Int { sharedState.revision }

  /// Records and logs the registration of a slot.
  @discardableResult
  func recordRegistration(
    _ slot: Slot, _ type: String, _ origin: Origin, presentation: ObjectIdentifier? = nil
  ) -> Registration {
    sharedState.revision += 1
    let next = Registration(
      slot: slot, type: type, origin: origin, presentation: presentation,
      number: sharedState.revision)
    if let former = registrations.lastIndex(where: { $0.hasSameSlot(as: next) }),
      let oldest = registrations[..<former].lastIndex(where: { $0.hasSameSlot(as: next) })
    {
      registrations.remove(at: oldest)
    }
    registrations.append(next)
    attach()
    logRegistration()
    return next
  }

  // MARK: - Views

  /// Returns the value in a renderer's slot, or `nil` if the slot is empty.
  public func slot<P: Presentation>(for presentation: P.Type) -> P.Slot? {
    presentationSlots[ObjectIdentifier(presentation)] as? P.Slot
  }

  /// Sets the value in a renderer's slot.
  ///
  /// - Parameters:
  ///   - slot: The value, usually a view.
  ///   - presentation: The renderer.
  ///   - name: The name of the view, which lists of registrations show.
  ///   - origin: The source location of the registration.
  /// - Returns: The registration, which can be removed individually.
  @discardableResult
  public func setSlot<P: Presentation>(
    _ slot: P.Slot, for presentation: P.Type, named name: String, origin: Origin
  ) -> Registration {
    presentationSlots[ObjectIdentifier(presentation)] = slot
    return recordRegistration(.view, name, origin, presentation: ObjectIdentifier(presentation))
  }

  /// A Boolean value that indicates whether the module has no registrations.
  ///
  /// A module that only contains submodules is empty.
  public var isEmpty: Bool {
    modelSlot == nil && cellSlot == nil && sectionSlot == nil && pageSlot == nil
      && presentationSlots.isEmpty && height == nil && value == nil
  }

  /// Clears a slot and removes its registrations.
  func empty(_ slot: Slot) {
    switch slot {
    case .model: modelSlot = nil
    case .view: presentationSlots = [:]
    case .viewModel: cellSlot = nil
    case .height: height = nil
    case .section: sectionSlot = nil
    case .page: pageSlot = nil
    case .value: value = nil
    }
    removeRegistrations { $0.slot == slot }
  }

  /// Clears the slot of one renderer and removes its registrations.
  func emptySlot(for presentation: ObjectIdentifier) {
    presentationSlots[presentation] = nil
    removeRegistrations { $0.presentation == presentation }
  }

  private func removeRegistrations(where isRemoved: (Registration) -> Bool) {
    let former = registrations
    registrations.removeAll(where: isRemoved)
    sharedState.revision += 1
    logUnregistration(of: former, isRemoved)
  }

  // MARK: - The tree

  /// The submodules in the tree, in the order of their first registration.
  public var submodules: [Module] { table.present }

  /// Returns a submodule, creating it if needed.
  ///
  /// If the address would have more than `ModuleURL.depthLimit` steps, the method records the error
  /// and returns a detached module that no lookup finds.
  public func defineSubmodule(_ segment: ModuleSegment) -> Module {
    guard url.path.count < ModuleURL.depthLimit else {
      return makeDetached(
        reason: "\(url): \(ModuleURL.ParseError.tooDeep(steps: url.path.count + 1))")
    }
    let module = table.module(for: segment) {
      Module(url: url.appending(segment), parent: self, sharedState: sharedState)
    }
    module.attach()
    return module
  }

  /// Returns the child at a segment, or `nil` if it is missing.
  ///
  /// The child is a module or contains a value.
  func node(_ segment: ModuleSegment) -> Module? { table[segment] }

  /// Adds the module and its ancestors to the tree.
  func attach() {
    guard !isPresent else { return }
    isPresent = true
    if let parent {
      parent.table.show(self)
      parent.attach()
    } else {
      sharedState.registry?.show(self)
    }
  }

  /// Removes the module from the tree if it and its descendants have no registrations.
  ///
  /// Its ancestors are then checked too.
  func detachIfEmpty() {
    guard isPresent, !isDetached, isImplicit, submodules.isEmpty else { return }
    isPresent = false
    sharedState.revision += 1
    if let parent {
      parent.table.hideAbsent()
      parent.detachIfEmpty()
    } else {
      sharedState.registry?.hideAbsent()
    }
  }

  /// Clears all descendants and removes them from the tree.
  ///
  /// The method removes all submodules in one pass, because each single removal would scan the
  /// others.
  func detachSubtree() {
    for module in submodules {
      module.detachSubtree()
      module.isNamed = false
      for slot in Slot.allCases { module.empty(slot) }
      module.isPresent = false
    }
    table.hideAbsent()
  }
}

extension Module {
  /// Returns the submodule of a kind and name, creating it if needed.
  ///
  /// If the kind or the name is invalid, the method records the error and returns a detached module
  /// that no lookup finds. An element of that kind is then shown as a placeholder, and the program
  /// continues.
  public func defineSubmodule(kind: String = "", name: String = "") -> Module {
    do {
      return defineSubmodule(try ModuleSegment(kind: kind, name: name))
    } catch {
      return makeDetached(reason: "\(url): \"\(name)\" \(error)")
    }
  }

  /// Returns the module at a relative path such as `artist/header:`, creating it if needed.
  ///
  /// The path may contain empty steps, which are ignored. `:name` is read as `name`. If a step is
  /// invalid, the method records the error and returns a detached module that no lookup finds.
  public func define(_ path: String) -> Module {
    var module = self
    for part in path.unicodeScalars.split(separator: "/") where !module.isDetached {
      let text = String(part)
      let isBareName = text != ":" && text.unicodeScalars.first == ":"
      do {
        module = module.defineSubmodule(
          try ModuleSegment(parsing: isBareName ? String(part.dropFirst()) : text))
      } catch {
        module = makeDetached(reason: "\(module.url): \"\(text)\" \(error)")
      }
    }
    module.isNamed = true
    return module
  }

  /// Records the reason for an invalid registration, and returns a detached module that no lookup
  /// finds.
  private func makeDetached(reason complaint: String) -> Module {
    sharedState.reject(complaint)
    return Module(url: url, parent: nil, sharedState: sharedState, isDetached: true)
  }
}

extension Module {
  /// The last step of the path of this module, or `nil` for a root.
  public var segment: ModuleSegment? { url.path.last }

  /// A Boolean value that indicates whether the module exists only because of its descendants.
  private var isImplicit: Bool { isEmpty && !isNamed }

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

  /// The slot and the renderer of a registration.
  ///
  /// A registration replaces an earlier one with the same slot and renderer.
  private struct Replaceable: Hashable {
    let slot: Slot
    let presentation: ObjectIdentifier?
  }
}

/// A table of modules by key, with an ordered list of the registered modules.
///
/// An unregistered module stays in the table but is hidden. Code that retains the module, such as
/// an open list, can therefore use later registrations at the same address.
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
  /// If the key is new, the method stores the result of `make`. The new module is hidden until
  /// `show(_:)` is called.
  mutating func module(for key: Key, making make: () -> Module) -> Module {
    if let module = modules[key] { return module }
    let module = make()
    modules[key] = module
    return module
  }

  /// Appends a module of the table to the registered modules.
  mutating func show(_ module: Module) {
    present.append(module)
  }

  /// Removes the modules that left the tree from the registered modules.
  mutating func hideAbsent() {
    present.removeAll { !$0.isPresent }
  }
}
