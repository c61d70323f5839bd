internal import Mocoa
internal import MocoaModel

/// The view model of an element of the matrix, which says nothing of its model's type.
///
/// A `CellViewModel<Trial>` would, and then a module that has it could not lack its Model. Nor has it
/// text content, which would be shown where the View is missing.
final class TrialViewModel: AnyCellViewModel {
  private(set) var trial: Trial

  private init(_ trial: Trial) {
    self.trial = trial
  }

  override var element: (any CellModel)? { trial }

  override class func make(from element: any CellModel) throws -> AnyCellViewModel {
    TrialViewModel(try trial(element))
  }

  override func adopt(_ element: any CellModel) throws {
    trial = try Self.trial(element)
  }

  private static func trial(_ element: any CellModel) throws -> Trial {
    guard let trial = element as? Trial else {
      throw ModelError.mismatch(expected: "Trial", found: "\(type(of: element))")
    }
    return trial
  }
}
