import MocoaModel
import Observation
import Testing

@testable import Mocoa

@MainActor
@Observable
private final class Counter: CellModel {
  var count = 0

  /// A property that is not observed.
  @ObservationIgnored var isCounted = true

  var shown: Int { isCounted ? count : -1 }

  nonisolated var itemID: ItemID { 1 }
  nonisolated func isContentEqual(to other: any CellModel) -> Bool { other as? Counter === self }
}

private final class CounterViewModel: CellViewModel<Counter> {
  var told: [Int] = []

  override class func mapModelKeys(_ map: inout ModelKeyMap<Counter>) {
    map.call(CounterViewModel.show, with: \.shown)
  }

  func show(_ count: Int) { told.append(count) }
}

@Suite("Observing a model of many view models")
@MainActor
struct ModelWatchTests {
  // F52. A watch for each view model would remain in the model until the model changes.
  @Test("happens once, and notifies all remaining view models")
  func shared() async throws {
    let model = Counter()
    func shown() -> CounterViewModel {
      let viewModel = CounterViewModel(model: model)
      viewModel.prepareIfNeeded()
      return viewModel
    }
    weak let watch = shown().modelObserver
    #expect(watch != nil, "the model keeps it")
    for _ in 0..<100 { #expect(shown().modelObserver === watch) }
    let (one, other) = (shown(), shown())
    #expect(one.modelObserver === watch && other.modelObserver === watch)
    model.count = 1
    model.count = 2
    while one.told.last != 2 || other.told.last != 2 { await Task.yield() }
    #expect(one.told == [0, 2] && other.told == [0, 2])
    try one.update(with: Counter())
    #expect(one.modelObserver !== watch && other.modelObserver === watch)
    model.count = 3
    while other.told.last != 3 { await Task.yield() }
    #expect(one.told == [0, 2, 0])
  }

  @Test("begins for later view models if the first read nothing observable")
  func nothingRead() async throws {
    let model = Counter()
    model.isCounted = false
    let first = CounterViewModel(model: model)
    first.prepareIfNeeded()
    #expect(first.told == [-1])
    model.isCounted = true
    let second = CounterViewModel(model: model)
    second.prepareIfNeeded()
    model.count = 1
    while second.told.last != 1 { await Task.yield() }
    #expect(second.told == [0, 1])
  }

  @Test("ends with the model")
  func ending() {
    weak var watch: ModelObserver<Counter>?
    do {
      let viewModel = CounterViewModel(model: Counter())
      viewModel.prepareIfNeeded()
      watch = viewModel.modelObserver
    }
    #expect(watch == nil)
  }
}
