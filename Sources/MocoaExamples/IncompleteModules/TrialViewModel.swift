internal import Mocoa
internal import MocoaModel

/// A view model that shows a ``PartsCase`` but does not declare the type of its model.
///
/// A `CellViewModel<PartsCase>` would declare the type, so its module could not lack the model. The
/// view model has no text content either, because that would be shown if the view is missing.
final class TrialViewModel: AnyCellViewModel {
  private(set) var trial: PartsCase

  private init(_ trial: PartsCase) {
    self.trial = trial
  }

  override var element: (any CellModel)? { trial }

  override class func make(from element: any CellModel) throws -> AnyCellViewModel {
    TrialViewModel(try trial(element))
  }

  override func update(with element: any CellModel) throws {
    trial = try Self.trial(element)
  }

  private static func trial(_ element: any CellModel) throws -> PartsCase {
    guard let trial = element as? PartsCase else {
      throw ModelError.mismatch(expected: "Trial", found: "\(type(of: element))")
    }
    return trial
  }
}
