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

  /// The data of the element in a line of about `limit` characters.
  public func summary(limit: Int) -> String {
    PlaceholderViewModel.summary(of: shown, limit: limit)
  }

  /// Keeps the new content of the element.
  public override func adopt(_ element: any CellModel) throws {
    shown = element
  }

  /// The data of an element in a line of about `limit` characters.
  static func summary(of element: any CellModel, limit: Int) -> String {
    guard let record = element as? any FieldReadable else {
      return String("\(element)".prefix(max(0, limit)))
    }
    let fields = record.fields
    let value = FieldValue.object(fields).summary(limit: limit)
    return RecordTitle(fields).map { "\($0.text) · \(value)" } ?? value
  }
}
