public import MocoaModel

/// The view model of an element that no module can show: it explains why, and keeps the data.
///
/// Placeholders are drawn in debug mode only; otherwise they take no row, and counts stay the same.
@MainActor
public final class PlaceholderViewModel: AnyCellViewModel {
  /// The element that cannot be shown.
  public override var element: (any CellModel)? { shown }

  private var shown: any CellModel

  /// Why its model does not fit the view model that was found; nil where none was found.
  private let mismatch: String?

  /// A placeholder for an element.
  public init(element: any CellModel, mismatch: String? = nil) {
    shown = element
    self.mismatch = mismatch
    super.init()
  }

  /// Why, as far as a renderer is concerned.
  public func reason<P: Presentation>(for presentation: P.Type) -> PlaceholderReason {
    if let mismatch { return .model(mismatch) }
    return resolution?.reason(for: presentation) ?? .noModule
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
    return .lacks(resolution?.resolved?.missingParts(for: presentation) ?? [.view])
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
