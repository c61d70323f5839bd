public import MocoaModel

/// The view model of an element that no module can show: it explains why, and keeps the data.
///
/// Placeholders are drawn in debug mode only; otherwise they take no row, and counts stay the same.
@MainActor
public final class PlaceholderViewModel: AnyCellViewModel {
  /// The element that cannot be shown.
  public override var element: (any CellModel)? { shown }

  private var shown: any CellModel

  /// Why, where that is another reason than that no view model was found.
  private let cause: PlaceholderReason?

  /// A placeholder for an element.
  ///
  /// - Parameter mismatch: why its model does not fit the view model that was found; nil where none
  ///   was found.
  public init(element: any CellModel, mismatch: String? = nil) {
    shown = element
    cause = mismatch.map { .model($0) }
    super.init()
  }

  /// A placeholder for data that is in no list, instead of a view model that could not be made.
  init(
    element: any CellModel, at url: ModuleURL, instead error: MakingError, of module: Module?
  ) {
    shown = element
    cause =
      switch error {
      case .model(_, let mismatch): .model(mismatch)
      case .lookup(.notAModule(_, let type)): .notAModule(type: type)
      case .lookup(.notFound), .noViewModel, .otherViewModel: nil
      }
    super.init()
    ownURL = url.module
    ownModule = module
  }

  /// Why, as far as a renderer is concerned.
  public func reason<P: Presentation>(for presentation: P.Type) -> PlaceholderReason {
    cause ?? resolution?.reason(for: presentation)
      ?? module.map { .lacks($0.missingParts(for: presentation)) } ?? .noModule
  }

  /// Keeps the new content of the element.
  public override func adopt(_ element: any CellModel) throws {
    shown = element
  }
}

extension AnyCellViewModel {
  /// Why it shows as a placeholder where neither its content nor a view of a renderer can show it.
  public final func placeholderReason<P: Presentation>(for presentation: P.Type)
    -> PlaceholderReason
  {
    if let placeholder = self as? PlaceholderViewModel {
      return placeholder.reason(for: presentation)
    }
    return .lacks(module?.missingParts(for: presentation) ?? [.view])
  }

  /// The data of its element in a line of about `limit` characters; its class where it has none.
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
