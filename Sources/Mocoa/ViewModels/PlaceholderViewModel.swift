internal import MocoaLocalization
public import MocoaModel

/// The view model of an element that no module can show.
///
/// It retains the data and explains the reason.
///
/// Placeholders are drawn only in debug mode. Otherwise they have a height of zero rows; the number
/// of items does not change.
@MainActor
public final class PlaceholderViewModel: AnyCellViewModel {
  /// The element that cannot be shown.
  public override var element: (any CellModel)? { displayedElement }

  private var displayedElement: any CellModel

  /// The reason that was determined at creation.
  ///
  /// If it is `nil`, the reason depends on the module and the renderer.
  private let cause: PlaceholderReason?

  /// Creates a placeholder for an element.
  ///
  /// - Parameters:
  ///   - element: The element that cannot be shown.
  ///   - mismatch: The reason why the model does not match the view model, or `nil` if the module
  ///     has no view model.
  public init(element: any CellModel, mismatch: String? = nil) {
    displayedElement = element
    cause = mismatch.map { .model($0) }
    super.init()
  }

  /// Creates a placeholder for data outside a list whose view model could not be created.
  init(
    element: any CellModel, at url: ModuleURL, instead error: ViewModelCreationError,
    of module: Module?
  ) {
    displayedElement = element
    cause =
      switch error {
      case .model(_, let mismatch): .model(mismatch)
      case .lookup(.notAModule(_, let type)): .notAModule(type: type)
      case .lookup(.notFound), .noViewModel, .viewModelMismatch: nil
      }
    super.init()
    ownURL = url.withoutOptions
    ownModule = module
  }

  /// Returns the reason why a renderer shows the placeholder.
  public func reason<P: Presentation>(for presentation: P.Type) -> PlaceholderReason {
    cause ?? resolution?.placeholderReason(for: presentation)
      ?? module.map { .missingParts($0.missingParts(for: presentation)) } ?? .noModule
  }

  /// Replaces the element with its new content.
  public override func update(with element: any CellModel) throws {
    displayedElement = element
  }
}

extension AnyCellViewModel {
  /// Returns the reason for a placeholder, if neither the content nor a view of the renderer can
  /// show the element.
  ///
  /// - Returns: `nil` if one of them can.
  public final func placeholderReason<P: Presentation>(for presentation: P.Type)
    -> PlaceholderReason
  {
    if let placeholder = self as? PlaceholderViewModel {
      return placeholder.reason(for: presentation)
    }
    return .missingParts(module?.missingParts(for: presentation) ?? [.view])
  }

  /// Returns the data of the element in one line of about `limit` characters, or the class of the
  /// view model if it has no element.
  public final func summary(limit: Int) -> String {
    guard let element else { return "\(type(of: self))" }
    guard let record = element as? any FieldReadable else {
      return String("\(element)".prefix(max(0, limit)))
    }
    let fields = record.fields
    let value = FieldValue.object(fields).summary(limit: limit)
    return RecordTitle(fields).map { "\($0.text) · \(value)" } ?? value
  }
}

/// The reason why an element is shown as a placeholder.
public enum PlaceholderReason: Hashable, Sendable {
  /// A part of a module that is needed to show an element.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The type of the models.
    case model = "Model"

    /// The view of the renderer.
    case view = "View"

    /// The class of the view models.
    case viewModel = "ViewModel"
  }

  /// No module is registered for the kind.
  case noModule

  /// A value is stored at the address of the module.
  case notAModule(type: String)

  /// The name of the kind comes from the data and is not valid.
  case illegalName(ModuleSegment.ValidationError)

  /// The module lacks parts, listed in the order Model, View, ViewModel.
  case missingParts([Part])

  /// The view model of the module cannot show this model.
  ///
  /// The associated value is the reason in one line.
  case model(String)

  /// The view of the module cannot show this view model.
  ///
  /// The associated value is the reason in one line.
  case view(String)
}

extension PlaceholderReason: CustomStringConvertible {
  /// A short description of the reason.
  public var description: String {
    switch self {
    case .noModule: localized("unregistered kind")
    case .notAModule(let type): localized("\(type) is a value, not a module")
    case .illegalName(let error): localized("invalid kind name: it \(error)")
    case .missingParts(let parts):
      localized("lacks \(parts.map(\.rawValue).joined(separator: ", "))")
    case .model(let mismatch): localized("model mismatch: \(mismatch)")
    case .view(let mismatch): localized("view mismatch: \(mismatch)")
    }
  }
}

extension Resolution {
  /// Returns the reason why an element has a placeholder, for a renderer.
  ///
  /// The reason refers to the module that the element names, not to other candidates.
  @MainActor
  public func placeholderReason<P: Presentation>(for presentation: P.Type) -> PlaceholderReason {
    if case .illegalName(let error)? = candidates.first?.outcome { return .illegalName(error) }
    if case .notAModule(let type)? = candidates.first?.outcome { return .notAModule(type: type) }
    guard let requestedModule else { return .noModule }
    return .missingParts(requestedModule.missingParts(for: presentation))
  }
}
