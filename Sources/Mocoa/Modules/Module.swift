/// One node of the module tree: a Model–View–ViewModel triple found by its URL, or part of one.
///
/// The three slots may be filled in one chain or one by one, by different people; what is missing
/// or does not match is no error but a placeholder that says so.
@MainActor
public final class Module {
  /// Where something was registered.
  public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// The file, as `Target/File.swift`.
    public let file: String

    /// The line in it.
    public let line: UInt

    /// A place in the source.
    public init(file: StaticString, line: UInt) {
      self.file = "\(file)"
      self.line = line
    }

    /// `file:line`.
    public var description: String { "\(file):\(line)" }
  }

  /// One registration that was made: the slot, what was put there, and where that was said.
  public struct Registration: Sendable {
    /// The slot: `Model`, `View`, `ViewModel`, `Height`, `Section` or `Page`.
    public let slot: String

    /// The name of what was registered.
    public let type: String

    /// Where it was said.
    public let origin: Origin
  }

  /// The address of the module, without options.
  public let url: ModuleURL

  /// The module one step above; nil for a root.
  public private(set) weak var parent: Module?

  /// The step from the parent to this module; nil for a root.
  public var segment: ModuleSegment? { url.path.last }

  /// The modules one step below, in the order in which they were made.
  public private(set) var submodules: [Module] = []

  /// All registrations that were made here, oldest first; in each slot the last one counts.
  public private(set) var registrations: [Registration] = []

  /// Any value kept at this path instead of a module.
  public internal(set) var value: (any Sendable)?

  /// The rows of every element that this module shows, where that is fixed; nil where each view
  /// model, view or content says its own.
  public internal(set) var height: Int?

  var modelSlot: ModelSlot?
  var cellSlot: (AnyCellViewModel.Type)?
  var sectionSlot: (SectionViewModel.Type)?
  var pageSlot: PageSlot?
  private var presentationSlots: [ObjectIdentifier: Any] = [:]

  /// Whether somebody registered this very URL, if only to go on from there.
  var isNamed = false

  /// What the modules of one registry have in common.
  let ledger: Ledger

  init(url: ModuleURL, parent: Module?, ledger: Ledger) {
    self.url = url
    self.parent = parent
    self.ledger = ledger
  }

  /// What the modules of one registry have in common.
  @MainActor
  final class Ledger {
    /// Grows with every registration, so that what was resolved before is known to be out of date.
    var revision = 0

    /// What was to be registered under an illegal name, with the reason.
    var illegal: [String] = []
  }

  func note(_ slot: String, _ type: String, _ origin: Origin) {
    registrations.append(Registration(slot: slot, type: type, origin: origin))
    ledger.revision += 1
  }

  /// A number that grows with every registration in the registry this module belongs to.
  public var registryRevision: Int { ledger.revision }

  /// What a renderer keeps here.
  public func slot<P: Presentation>(for presentation: P.Type) -> P.Slot? {
    presentationSlots[ObjectIdentifier(presentation)] as? P.Slot
  }

  /// Puts something into a renderer's slot.
  ///
  /// - Parameter name: the name of the view, for those who ask what is registered.
  public func setSlot<P: Presentation>(
    _ slot: P.Slot, for presentation: P.Type, named name: String, origin: Origin
  ) {
    presentationSlots[ObjectIdentifier(presentation)] = slot
    note("View", name, origin)
  }

  /// Whether anything was registered here; a module that only leads to others has nothing.
  public var isEmpty: Bool {
    modelSlot == nil && cellSlot == nil && sectionSlot == nil && pageSlot == nil
      && presentationSlots.isEmpty && height == nil && value == nil
  }
}

extension Module {
  /// Whether it is only there because a module below it is.
  var isMereStep: Bool { isEmpty && !isNamed }

  /// The module one step below, made if there is none.
  public func submodule(_ segment: ModuleSegment) -> Module {
    if let existing = submodules.first(where: { $0.segment == segment }) { return existing }
    let module = Module(url: url.appending(segment), parent: self, ledger: ledger)
    submodules.append(module)
    return module
  }

  /// The module one step below; nil if there is none, or a value is kept there.
  public func existingSubmodule(_ segment: ModuleSegment) -> Module? {
    submodules.first { $0.segment == segment && $0.value == nil }
  }

  /// Calls `visit` with this module and all below it, parents first.
  public func forEach(_ visit: (Module) -> Void) {
    visit(self)
    for module in submodules { module.forEach(visit) }
  }
}
