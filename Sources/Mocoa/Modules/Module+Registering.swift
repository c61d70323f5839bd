public import MocoaModel

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
