public import MocoaModel

extension Module {
  /// How an element becomes the model of this module.
  struct ModelSlot {
    let type: Any.Type
    let convert: @MainActor (any CellModel) throws -> any CellModel
  }

  /// Registers the class of the cell view models of this kind.
  ///
  /// A class over a concrete model fixes the model type as well. The chain goes on with the view,
  /// which must be one of this view model: another does not compile.
  @discardableResult
  public func register<ViewModel: AnyCellViewModel>(
    _ type: ViewModel.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> CellRegistration<ViewModel> {
    cellSlot = type
    note(.viewModel, "\(type)", Origin(file: file, line: line))
    return CellRegistration(module: self)
  }

  /// Registers the class of the section view models of this kind.
  @discardableResult
  public func register(
    _ type: SectionViewModel.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Module {
    sectionSlot = type
    note(.section, "\(type)", Origin(file: file, line: line))
    return self
  }

  /// Registers the model type of this kind.
  @discardableResult
  public func model<Model: CellModel>(
    _ type: Model.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Module {
    modelSlot = ModelSlot(type: type) { try CellViewModel<Model>.model(from: $0) }
    note(.model, "\(type)", Origin(file: file, line: line))
    return self
  }

  /// Fixes the rows of every element of this kind, whatever its view model, view or content says.
  ///
  /// A list then knows how high an item is without making its view model, so that a jump over a
  /// million of them makes those only that are seen in the end.
  @discardableResult
  public func height(
    _ rows: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Module {
    height = max(0, rows)
    note(.height, "\(max(0, rows))", Origin(file: file, line: line))
    return self
  }

  /// The parts of the Model–View–ViewModel triple that are missing here for a renderer.
  public func missingParts<P: Presentation>(for presentation: P.Type) -> [PlaceholderReason.Part] {
    var missing: [PlaceholderReason.Part] = []
    if modelSlot == nil, cellSlot?.modelType == nil { missing.append(.model) }
    if slot(for: presentation) == nil { missing.append(.view) }
    if cellSlot == nil { missing.append(.viewModel) }
    return missing
  }
}

/// A cell view model that was just registered, ready for its view.
///
/// Each renderer adds its own `view(_:)` to it, whose type ties the view to `ViewModel`.
@MainActor
public struct CellRegistration<ViewModel: AnyCellViewModel> {
  /// The module in which it was registered.
  public let module: Module

  /// Fixes the rows of every element of this kind, as `Module.height(_:)` does.
  @discardableResult
  public func height(
    _ rows: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    module.height(rows, file: file, line: line)
    return self
  }
}
