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
  public override var element: (any CellModel)? { shown }

  private var shown: any CellModel

  /// The reason for the placeholder, or `nil` if the module has no view model.
  private let cause: PlaceholderReason?

  /// Creates a placeholder for an element.
  ///
  /// - Parameters:
  ///   - element: The element that cannot be shown.
  ///   - mismatch: The reason why the model does not match the view model, or `nil` if the module
  ///     has no view model.
  public init(element: any CellModel, mismatch: String? = nil) {
    shown = element
    cause = mismatch.map { .model($0) }
    super.init()
  }

  /// Creates a placeholder for data outside a list whose view model could not be created.
  init(
    element: any CellModel, at url: ModuleURL, instead error: ViewModelCreationError,
    of module: Module?
  ) {
    shown = element
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

  /// Returns the reason for the placeholder with a renderer.
  public func reason<P: Presentation>(for presentation: P.Type) -> PlaceholderReason {
    cause ?? resolution?.placeholderReason(for: presentation)
      ?? module.map { .missingParts($0.missingParts(for: presentation)) } ?? .noModule
  }

  /// Replaces the element with its new content.
  public override func update(with element: any CellModel) throws {
    shown = element
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
