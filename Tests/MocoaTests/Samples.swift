import Mocoa
import MocoaModel
import MocoaTestSupport

/// A renderer whose views are texts.
enum TestPresentation: Presentation { typealias Slot = String }

/// Another renderer.
enum OtherPresentation: Presentation { typealias Slot = Int }

extension Module {
  /// Registers a view of the test renderer.
  @discardableResult
  func testView(_ name: String = "view") -> Module {
    setSlot(name, for: TestPresentation.self, named: name, origin: Origin(file: #fileID, line: 0))
    return self
  }
}

/// A view model of one model type, which stores its former model.
final class SampleViewModel: CellViewModel<SampleItem> {
  var former: [String] = []
  var prepared = 0

  override func prepare() { prepared += 1 }

  override func modelDidChange(from old: SampleItem) { former.append(old.text) }
}

/// A view model of any model.
final class AnySampleViewModel: AnyCellViewModel {
  private var shown: (any CellModel)?

  override var element: (any CellModel)? { shown }

  override class func make(from element: any CellModel) throws -> AnyCellViewModel {
    let viewModel = AnySampleViewModel()
    viewModel.shown = element
    return viewModel
  }

  override func update(with element: any CellModel) throws { shown = element }
}

extension ModuleRegistry {
  /// The addresses of all modules.
  var addresses: [String] {
    var all: [String] = []
    for root in roots { root.forEach { all.append($0.url.description) } }
    return all
  }
}
