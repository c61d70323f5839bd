internal import MocoaLanguage
internal import MocoaModel

/// Why no view model could be made outside a list.
public enum MakingError: Error, Hashable, CustomStringConvertible {
  /// There is no module.
  case lookup(ModuleRegistry.LookupError)

  /// The module has no view model.
  case noViewModel(ModuleURL)

  /// The view model that the module has cannot show the data, for the reason given in one line.
  case model(ModuleURL, String)

  /// The module has a view model of another class than was asked for.
  case otherViewModel(ModuleURL, expected: String, found: String)

  /// The reason in one line.
  public var description: String {
    switch self {
    case .lookup(let error): error.description
    case .noViewModel(let url): phrase("\(url): no view model is registered")
    case .model(let url, let mismatch): phrase("\(url): the model does not fit: \(mismatch)")
    case .otherViewModel(let url, let expected, let found):
      phrase("\(url): expected a \(expected), found a \(found)")
    }
  }
}

extension Module {
  /// Makes the view model of data that is in no list: the data becomes the model of this module,
  /// and that its view model.
  ///
  /// Data that is no `CellModel` is handed over as a `PlainCellModel`.
  ///
  /// - Parameter isReady: whether it is made ready; else whoever adds it to a ready parent, or calls
  ///   `ready()`, makes it so.
  public func makeViewModel(
    for data: (any Sendable)? = nil, isReady: Bool = false
  ) throws(MakingError) -> AnyCellViewModel {
    guard let type = cellSlot else { throw .noViewModel(url) }
    let viewModel: AnyCellViewModel
    do {
      viewModel = try make(type, of: Self.element(data))
    } catch {
      throw .model(url, "\(error)")
    }
    viewModel.ownURL = url
    viewModel.ownModule = self
    if isReady { viewModel.ready() }
    return viewModel
  }

  /// Makes the view model of data that is in no list, which is to be of a class.
  public func makeViewModel<ViewModel: AnyCellViewModel>(
    _ type: ViewModel.Type, for data: (any Sendable)? = nil, isReady: Bool = false
  ) throws(MakingError) -> ViewModel {
    let viewModel = try makeViewModel(for: data)
    guard let viewModel = viewModel as? ViewModel else {
      throw .otherViewModel(url, expected: "\(type)", found: "\(Swift.type(of: viewModel))")
    }
    if isReady { viewModel.ready() }
    return viewModel
  }

  /// Makes the view model of an element, of the class that the module has.
  func make(_ type: AnyCellViewModel.Type, of element: any CellModel) throws -> AnyCellViewModel {
    try maker?(element) ?? type.make(from: model(of: element))
  }

  static func element(_ data: (any Sendable)?) -> any CellModel {
    data as? any CellModel ?? PlainCellModel(data)
  }
}

extension ModuleRegistry {
  /// Makes the view model of data that is in no list, of the module at a URL.
  ///
  /// - Parameters:
  ///   - isReady: whether it is made ready.
  ///   - isDebugging: whether a placeholder that says why is made where the view model cannot be;
  ///     nothing is thrown then.
  public func makeViewModel(
    at url: ModuleURL, for data: (any Sendable)? = nil, isReady: Bool = false,
    isDebugging: Bool = false
  ) throws(MakingError) -> AnyCellViewModel {
    do throws(MakingError) {
      return try making(at: url, for: data, isReady: isReady)
    } catch {
      ledger.tell(
        .miss(MissActivity(requested: "\(url.module)", reason: "\(error)", tried: [])))
      guard isDebugging else { throw error }
      let placeholder = PlaceholderViewModel(
        element: Module.element(data), at: url, instead: error, of: try? module(at: url))
      if isReady { placeholder.ready() }
      return placeholder
    }
  }

  private func making(
    at url: ModuleURL, for data: (any Sendable)?, isReady: Bool
  ) throws(MakingError) -> AnyCellViewModel {
    let module: Module
    do {
      module = try self.module(at: url)
    } catch {
      throw .lookup(error)
    }
    return try module.makeViewModel(for: data, isReady: isReady)
  }
}
