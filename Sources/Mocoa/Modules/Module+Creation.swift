internal import MocoaLocalization
internal import MocoaModel

/// An error that occurs when a view model outside a list is created.
public enum ViewModelCreationError: Error, Hashable, CustomStringConvertible {
  /// The lookup of the module failed.
  case lookup(ModuleRegistry.ModuleLookupError)

  /// The module has no view model.
  case noViewModel(ModuleURL)

  /// The view model of the module cannot show the data.
  ///
  /// The text is the reason in one line.
  case model(ModuleURL, String)

  /// The view model of the module has another class than the requested one.
  case viewModelMismatch(ModuleURL, expected: String, found: String)

  /// The reason in one line.
  public var description: String {
    switch self {
    case .lookup(let error): error.description
    case .noViewModel(let url): localized("\(url): no view model registered")
    case .model(let url, let mismatch): localized("\(url): model mismatch: \(mismatch)")
    case .viewModelMismatch(let url, let expected, let found):
      localized("\(url): expected a \(expected), found a \(found)")
    }
  }
}

extension Module {
  /// Creates the view model of data outside a list.
  ///
  /// The method converts the data to the model type of this module and creates the module's view
  /// model. If the data is not a `CellModel`, the method wraps it in a `PlainCellModel`.
  ///
  /// - Parameters:
  ///   - data: The data to show.
  ///   - isReady: A Boolean value that indicates whether the view model is prepared before the
  ///     method returns. Otherwise it becomes ready when the caller adds it to a ready parent or
  ///     calls `prepareIfNeeded()`.
  /// - Returns: A view model whose URL and module are those of this module.
  /// - Throws: `ViewModelCreationError` if the module has no view model, or the data does not fit
  ///   its model.
  public func makeViewModel(
    for data: (any Sendable)? = nil, isReady: Bool = false
  ) throws(ViewModelCreationError) -> AnyCellViewModel {
    guard let type = cellSlot else { throw .noViewModel(url) }
    let viewModel: AnyCellViewModel
    do {
      viewModel = try make(type, of: Self.element(data))
    } catch {
      throw .model(url, "\(error)")
    }
    viewModel.ownURL = url
    viewModel.ownModule = self
    if isReady { viewModel.prepareIfNeeded() }
    return viewModel
  }

  /// Creates the view model of data outside a list and checks its class.
  ///
  /// - Parameters:
  ///   - type: The expected class of the view model.
  ///   - data: The data to show.
  ///   - isReady: A Boolean value that indicates whether the view model is prepared before the
  ///     method returns.
  /// - Throws: `ViewModelCreationError` if the module has no view model, the data does not fit its
  ///   model, or the view model has another class.
  public func makeViewModel<ViewModel: AnyCellViewModel>(
    _ type: ViewModel.Type, for data: (any Sendable)? = nil, isReady: Bool = false
  ) throws(ViewModelCreationError) -> ViewModel {
    let viewModel = try makeViewModel(for: data)
    guard let viewModel = viewModel as? ViewModel else {
      throw .viewModelMismatch(url, expected: "\(type)", found: "\(Swift.type(of: viewModel))")
    }
    if isReady { viewModel.prepareIfNeeded() }
    return viewModel
  }

  /// Creates the view model of an element.
  ///
  /// - Parameter type: The class that is registered in the module.
  func make(_ type: AnyCellViewModel.Type, of element: any CellModel) throws -> AnyCellViewModel {
    try maker?(element) ?? type.make(from: model(of: element))
  }

  static func element(_ data: (any Sendable)?) -> any CellModel {
    data as? any CellModel ?? PlainCellModel(data)
  }
}

extension ModuleRegistry {
  /// Creates the view model of data outside a list, with the module at a URL.
  ///
  /// - Parameters:
  ///   - url: The address of the module.
  ///   - data: The data to show.
  ///   - isReady: A Boolean value that indicates whether the view model is prepared before the
  ///     method returns.
  ///   - isDebugging: If `true`, the method returns a placeholder with the reason when it cannot
  ///     create the view model, and does not throw.
  /// - Throws: `ViewModelCreationError` if the view model cannot be created and `isDebugging` is
  ///   `false`.
  public func makeViewModel(
    at url: ModuleURL, for data: (any Sendable)? = nil, isReady: Bool = false,
    isDebugging: Bool = false
  ) throws(ViewModelCreationError) -> AnyCellViewModel {
    do throws(ViewModelCreationError) {
      return try making(at: url, for: data, isReady: isReady)
    } catch {
      sharedState.log(
        .miss(MissActivity(requested: "\(url.withoutOptions)", reason: "\(error)", tried: [])))
      guard isDebugging else { throw error }
      let placeholder = PlaceholderViewModel(
        element: Module.element(data), at: url, instead: error, of: try? module(at: url))
      if isReady { placeholder.prepareIfNeeded() }
      return placeholder
    }
  }

  private func making(
    at url: ModuleURL, for data: (any Sendable)?, isReady: Bool
  ) throws(ViewModelCreationError) -> AnyCellViewModel {
    let module: Module
    do {
      module = try self.module(at: url)
    } catch {
      throw .lookup(error)
    }
    return try module.makeViewModel(for: data, isReady: isReady)
  }
}
