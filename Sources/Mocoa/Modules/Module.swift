internal import MocoaModel

/// One node of the module tree: a Model–View–ViewModel triple found by its URL, or part of one.
///
/// The three slots may be filled in one chain or one by one, by different people; what is missing
/// or does not match is no error but a placeholder that says so. There is one module for an address,
/// for good: one that was unregistered and is registered again is the same.
@MainActor
public final class Module {
  /// The address of the module, without options.
  public let url: ModuleURL

  /// The module one step above; nil for a root.
  public private(set) weak var parent: Module?

  /// The registrations that count, each behind the one that it replaced last, oldest first.
  ///
  /// In each slot the last one counts; of those before it only the newest is remembered, for a slot
  /// may be filled again as long as a program runs.
  public private(set) var registrations: [Registration] = []

  /// Any value kept at this path instead of a module.
  public internal(set) var value: (any Sendable)?

  /// The rows of every element that this module shows, where that is fixed; nil where each view
  /// model, view or content says its own.
  public internal(set) var height: Int?

  var modelSlot: ModelSlot?
  var cellSlot: (AnyCellViewModel.Type)?

  /// What makes the view models of that class, where it does not make them itself.
  var maker: (@MainActor (any CellModel) throws -> AnyCellViewModel)?
  var sectionSlot: (SectionViewModel.Type)?
  var pageSlot: PageSlot?
  private var presentationSlots: [ObjectIdentifier: Any] = [:]

  /// The modules one step below.
  private var table = ModuleTable<ModuleSegment>()

  /// Whether somebody registered this very URL, if only to go on from there.
  var isNamed = false

  /// Whether it is in the tree: registered, or on the way to one that is.
  private(set) var isPresent: Bool

  /// Whether it stands for an address that is illegal, so that nobody will find it.
  let isNowhere: Bool

  /// What the modules of one registry have in common.
  let ledger: Ledger

  /// A module of the tree, not yet in it; or one that is nowhere.
  init(url: ModuleURL, parent: Module?, ledger: Ledger, isNowhere: Bool = false) {
    self.url = url
    self.parent = parent
    self.ledger = ledger
    self.isNowhere = isNowhere
    isPresent = isNowhere
  }

  /// What the modules of one registry have in common.
  @MainActor
  final class Ledger {
    /// Grows with every registration, so that what was resolved before is known to be out of date.
    var revision = 0

    /// What was to be registered under an illegal name, with the reason: the first of these, each
    /// once.
    var illegal: [String] = []

    /// Those who want to know what happens, how many events were made for them, and the misses that
    /// they were told of.
    let activity = Observers<ActivityEvent>()
    var activityCount = 0
    var toldMisses: Set<String> = []

    /// The registry itself, which knows the providers.
    weak var registry: ModuleRegistry?
  }

  /// A number that grows with every registration in the registry this module belongs to.
  public var registryRevision: Int { ledger.revision }

  /// Remembers what was put into a slot, and tells it.
  @discardableResult
  func note(
    _ slot: Slot, _ type: String, _ origin: Origin, presentation: ObjectIdentifier? = nil
  ) -> Registration {
    ledger.revision += 1
    let next = Registration(
      slot: slot, type: type, origin: origin, presentation: presentation, number: ledger.revision)
    if let former = registrations.lastIndex(where: { $0.isSamePlace(as: next) }),
      let oldest = registrations[..<former].lastIndex(where: { $0.isSamePlace(as: next) })
    {
      registrations.remove(at: oldest)
    }
    registrations.append(next)
    appear()
    tellRegistration()
    return next
  }

  // MARK: - Views

  /// What a renderer keeps here.
  public func slot<P: Presentation>(for presentation: P.Type) -> P.Slot? {
    presentationSlots[ObjectIdentifier(presentation)] as? P.Slot
  }

  /// Puts something into a renderer's slot.
  ///
  /// - Parameter name: the name of the view, for those who ask what is registered.
  /// - Returns: the registration, to be taken back alone.
  @discardableResult
  public func setSlot<P: Presentation>(
    _ slot: P.Slot, for presentation: P.Type, named name: String, origin: Origin
  ) -> Registration {
    presentationSlots[ObjectIdentifier(presentation)] = slot
    return note(.view, name, origin, presentation: ObjectIdentifier(presentation))
  }

  /// Whether anything was registered here; a module that only leads to others has nothing.
  public var isEmpty: Bool {
    modelSlot == nil && cellSlot == nil && sectionSlot == nil && pageSlot == nil
      && presentationSlots.isEmpty && height == nil && value == nil
  }

  /// Empties a slot, and forgets what was registered in it.
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
    forget { $0.slot == slot }
  }

  /// Empties the slot of one renderer.
  func emptySlot(for presentation: ObjectIdentifier) {
    presentationSlots[presentation] = nil
    forget { $0.presentation == presentation }
  }

  private func forget(_ isGone: (Registration) -> Bool) {
    let former = registrations
    registrations.removeAll(where: isGone)
    ledger.revision += 1
    tellUnregistration(of: former, isGone)
  }

  // MARK: - The tree

  /// The modules one step below, in the order in which they were first registered.
  public var submodules: [Module] { table.present }

  /// The module one step below, made if there is none.
  ///
  /// Below `ModuleURL.depthLimit` steps there is but one that nobody will find, and it is noted.
  public func submodule(_ segment: ModuleSegment) -> Module {
    guard url.path.count < ModuleURL.depthLimit else {
      return nowhere("\(url): \(ModuleURL.ParseError.tooDeep(steps: url.path.count + 1))")
    }
    let module = table.module(for: segment) {
      Module(url: url.appending(segment), parent: self, ledger: ledger)
    }
    module.appear()
    return module
  }

  /// What is one step below, be it a module or a value; nil if there is nothing.
  func node(_ segment: ModuleSegment) -> Module? { table[segment] }

  /// Comes into the tree, with all above.
  func appear() {
    guard !isPresent else { return }
    isPresent = true
    if let parent {
      parent.table.show(self)
      parent.appear()
    } else {
      ledger.registry?.show(self)
    }
  }

  /// Leaves the tree where nothing is registered here or below, and so do those above that were only
  /// there because of it.
  func disappearIfVacant() {
    guard isPresent, !isNowhere, isMereStep, submodules.isEmpty else { return }
    isPresent = false
    ledger.revision += 1
    if let parent {
      parent.table.hideAbsent()
      parent.disappearIfVacant()
    } else {
      ledger.registry?.hideAbsent()
    }
  }

  /// Has all below leave the tree, emptied.
  ///
  /// All at once: one by one, each would have the others looked through.
  func vacateBelow() {
    for module in submodules {
      module.vacateBelow()
      module.isNamed = false
      for slot in Slot.allCases { module.empty(slot) }
      module.isPresent = false
    }
    table.hideAbsent()
  }
}
