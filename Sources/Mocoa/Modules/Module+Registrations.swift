internal import MocoaLocalization
public import MocoaModel

extension Module {
  /// A part of a module that a registration fills, such as its view.
  public enum Slot: String, Sendable, CaseIterable, CustomStringConvertible {
    /// The type of the models that the module shows.
    case model = "Model"

    /// The view for one renderer.
    case view = "View"

    /// The class of the cell view models.
    case viewModel = "ViewModel"

    /// The height of every element, in rows.
    case height = "Height"

    /// The class of the section view models.
    case section = "Section"

    /// The title of the page and the function that creates it.
    case page = "Page"

    /// A value that is stored instead of a module.
    case value = "Value"

    /// The name of the slot.
    public var description: String { rawValue }
  }

  /// The source location of a registration.
  public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// The file, as `Target/File.swift`.
    public let file: String

    /// The line number in the file, from 1.
    public let line: UInt

    /// Creates a source location.
    public init(file: StaticString, line: UInt) {
      self.file = "\(file)"
      self.line = line
    }

    /// The location as `file:line`.
    public var description: String { "\(file):\(line)" }
  }

  /// One registration: its slot, the registered type and its source location.
  public struct Registration: Hashable, Sendable {
    /// The slot that is filled.
    public let slot: Slot

    /// The name of the registered type or value.
    public let type: String

    /// The source location of the registration.
    public let origin: Origin

    /// The renderer of a registered view, or `nil` for other slots.
    let presentation: ObjectIdentifier?

    /// The revision of the registry after this registration.
    ///
    /// No other registration in the registry has the same number.
    let number: Int

    /// Returns `true` if this registration and another one have the same slot and the same
    /// renderer.
    ///
    /// Only the later of two such registrations is in effect.
    func hasSameSlot(as other: Registration) -> Bool {
      slot == other.slot && presentation == other.presentation
    }
  }

  /// Two registrations in the same slot, the second of which replaced the first.
  public struct Replacement: Hashable, Sendable, CustomStringConvertible {
    /// The address of the module.
    public let url: ModuleURL

    /// The registration that is no longer in effect.
    public let old: Registration

    /// The next registration in the same slot.
    public let new: Registration

    /// Both registrations and their origins in one line.
    public var description: String {
      localized(
        """
        \(url): \(new.slot) \(new.type) (\(new.origin)) replaces \
        \(old.type) (\(old.origin))
        """)
    }
  }

  /// The replacements of registrations that this module has recorded, oldest first.
  ///
  /// The latest registration in a slot is in effect. A replacement causes no warning, because a
  /// program may replace the registrations of a library. A view replaces another view only if both
  /// belong to the same renderer.
  public var replacements: [Replacement] {
    registrations.indices.compactMap { index in
      let next = registrations[index]
      let former = registrations[..<index].last { $0.hasSameSlot(as: next) }
      return former.map { Replacement(url: url, old: $0, new: next) }
    }
  }

  /// Returns the registration in effect in a slot, which is the latest one, or `nil` if the slot is
  /// empty.
  public func registration(in slot: Slot) -> Registration? {
    registrations.last { $0.slot == slot }
  }
}

extension Module {
  /// The model type of a module, with a closure that converts an element to it.
  struct ModelSlot {
    let type: Any.Type
    let convert: @MainActor (any CellModel) throws -> any CellModel
  }

  /// Registers the class of the cell view models of this module.
  ///
  /// A class that requires a model type also sets the model type of the module.
  ///
  /// - Returns: A registration to which a renderer adds its view. The view must be a view of this
  ///   view model; another view does not compile.
  @discardableResult
  public func register<ViewModel: AnyCellViewModel>(
    _ type: ViewModel.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> CellRegistration<ViewModel> {
    cellSlot = type
    recordRegistration(.viewModel, "\(type)", Origin(file: file, line: line))
    return CellRegistration(module: self)
  }

  /// Registers the class of the section view models of this module.
  @discardableResult
  public func register(
    _ type: SectionViewModel.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Module {
    sectionSlot = type
    recordRegistration(.section, "\(type)", Origin(file: file, line: line))
    return self
  }

  /// Registers the model type of this module.
  @discardableResult
  public func model<Model: CellModel>(
    _ type: Model.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Module {
    modelSlot = ModelSlot(type: type) { try CellViewModel<Model>.model(from: $0) }
    recordRegistration(.model, "\(type)", Origin(file: file, line: line))
    return self
  }

  /// Sets the height of every element of this module, in rows.
  ///
  /// It overrides the height of the view model, the view and the content.
  ///
  /// With a fixed height, a list knows the height of an item without creating its view model. A
  /// jump over a million items therefore creates only the view models that are visible at the end.
  ///
  /// - Parameter rows: The height in rows. A negative height is treated as 0.
  @discardableResult
  public func height(
    _ rows: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Module {
    height = max(0, rows)
    recordRegistration(.height, "\(max(0, rows))", Origin(file: file, line: line))
    return self
  }

  /// Returns the parts that this module lacks to show an element with a renderer: model, view or
  /// view model.
  public func missingParts<P: Presentation>(for presentation: P.Type) -> [PlaceholderReason.Part] {
    var missing: [PlaceholderReason.Part] = []
    if modelSlot == nil, cellSlot?.modelType == nil { missing.append(.model) }
    if slot(for: presentation) == nil { missing.append(.view) }
    if cellSlot == nil { missing.append(.viewModel) }
    return missing
  }
}

/// A registration of a cell view model, to which views can be added.
///
/// Each renderer extends this type with its own `view(_:)` method, whose signature ties the view to
/// `ViewModel`.
@MainActor
public struct CellRegistration<ViewModel: AnyCellViewModel> {
  /// The module that contains the registration.
  public let module: Module

  /// Sets the height of every element of the module, in rows, like `Module.height(_:file:line:)`.
  @discardableResult
  public func height(
    _ rows: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    module.height(rows, file: file, line: line)
    return self
  }
}

extension Module {
  /// Removes all registrations of this module.
  ///
  /// The registrations of its submodules remain.
  ///
  /// Later lookups resolve to other modules or to a placeholder. Existing view models remain until
  /// their list creates them again. If no descendant has a registration either, the module leaves
  /// the tree and lookups no longer find it. Code that retains the module may register in it again.
  public func unregister() {
    isNamed = false
    unregister(Slot.allCases)
  }

  /// Removes the registrations of some slots.
  ///
  /// The view slot includes the views of all renderers.
  public func unregister(_ slots: Slot...) {
    unregister(slots)
  }

  /// Removes the view of one renderer.
  public func unregisterView<P: Presentation>(for presentation: P.Type) {
    emptySlot(for: ObjectIdentifier(presentation))
    detachIfEmpty()
  }

  /// Removes a registration.
  ///
  /// If the registration is no longer in effect in its slot, the method does nothing.
  func unregister(_ registration: Registration) {
    guard registrations.last(where: { $0.hasSameSlot(as: registration) }) == registration else {
      return
    }
    if let presentation = registration.presentation {
      emptySlot(for: presentation)
    } else {
      empty(registration.slot)
    }
    detachIfEmpty()
  }

  /// Removes all registrations of this module and of its descendants.
  public func unregisterSubtree() {
    detachSubtree()
    unregister()
  }

  private func unregister(_ slots: [Slot]) {
    for slot in slots { empty(slot) }
    detachIfEmpty()
  }
}

/// A type that identifies a renderer and the slot that each module has for it.
///
/// This target does not depend on renderers. Each renderer declares its own type and the type of
/// its slot, so every module can hold one view per renderer:
///
/// ```swift
/// enum TerminalPresentation: Presentation { typealias Slot = AnyCellView }
/// ```
@MainActor
public protocol Presentation {
  /// The type of the value that the renderer stores in a module.
  associatedtype Slot
}
