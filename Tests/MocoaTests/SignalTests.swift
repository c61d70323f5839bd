import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

extension Signal<Int> {
  fileprivate static var count: Signal { Signal("count") }
}

/// A view model with a state and a signal.
private final class Counter: ViewModel {
  var count = 0 { didSet { send(.count, count, ifChangedFrom: oldValue) } }
  var title: String { "count \(count)" }
}

/// An observer that records its notifications.
@MainActor
private final class Observer {
  var told: [String] = []
}

@Suite("Signals from view models to views (F46–F51)")
@MainActor
struct SignalTests {
  private let counter = Counter()

  init() { counter.prepareIfNeeded() }

  // Scenario 40: XZMocoa notifies in reverse order.
  @Test("notify observers in order, with the value")
  func order() {
    var told: [String] = []
    let tokens = ["a", "b", "c"].map { name in
      counter.observe(.count) { told.append("\(name)\($0)") }
    }
    counter.count = 1
    #expect(told == ["a1", "b1", "c1"])
    tokens[1].cancel()
    counter.count = 2
    #expect(told == ["a1", "b1", "c1", "a2", "c2"])
  }

  // Scenario 41.
  @Test("notify an observer twice if it registered twice")
  func twice() {
    let observer = Observer()
    for _ in 0..<2 { counter.observe(.count, by: observer) { $0.told.append("\($1)") } }
    counter.count = 5
    #expect(observer.told == ["5", "5"])
  }

  // Scenario 44, F47: with and without a value, the signal is the observed one.
  @Test("are distinguished by name and type of value")
  func kinds() {
    var told: [String] = []
    let tokens = [
      counter.observe(.changed) { told.append("changed") },
      counter.observe(.title) { told.append("title \($0)") },
      counter.observe(Signal<Int>("title")) { told.append("number \($0)") },
      counter.observe(Signal<Int?>("title")) { told.append("perhaps \($0 ?? -1)") },
    ]
    counter.send(.changed)
    counter.send(.title, "x")
    counter.send(Signal<Int>("title"), 3)
    counter.send(Signal<Int?>("title"), nil)
    counter.send(.subtitle, "nobody")
    #expect(told == ["changed", "title x", "number 3", "perhaps -1"])
    #expect(tokens.count == 4)
    #expect(Signal<Int>("a") == Signal<Int>("a"))
    #expect(Signal<Int>("a") != Signal<Int>("b"))
  }

  // F46, B17: only the new observer receives the value, and readiness is not required.
  @Test("send the current state to a new observer on request")
  func initial() {
    let early = Counter()
    early.count = 7
    var told: [String] = []
    let first = early.observe(.title) { told.append("first \($0)") }
    let second = early.observe(.title, initial: \.title) { told.append("second \($0)") }
    #expect(told == ["second count 7"])
    let third = early.observe(.count, initial: { $0.count + 1 }) { told.append("third \($0)") }
    #expect(told == ["second count 7", "third 8"])
    let observer = Observer()
    early.observe(.count, initial: \.count, by: observer) { $0.told.append("\($1)") }
    #expect(observer.told == ["7"])
    early.prepareIfNeeded()
    early.count = 8
    #expect(observer.told == ["7", "8"])
    for token in [first, second, third] { token.cancel() }
  }

  // F48.
  @Test("are dropped before the view model is ready")
  func unready() {
    final class Eager: ViewModel {
      override func prepare() { send(.title, "in prepare") }
    }
    let viewModel = Eager()
    var told: [String] = []
    let token = viewModel.observe(.title) { told.append($0) }
    viewModel.send(.title, "early")
    viewModel.prepareIfNeeded()
    #expect(told.isEmpty)
    viewModel.send(.title, "late")
    #expect(told == ["late"])
    token.cancel()
  }

  // Scenario 42.
  @Test("ignore a released observer and notify the others")
  func gone() {
    let last = Observer()
    weak var weakObserver: Observer?
    do {
      let observer = Observer()
      weakObserver = observer
      counter.observe(.count, by: observer) { $0.told.append("\($1)") }
      counter.observe(.count, by: last) { $0.told.append("\($1)") }
      counter.count = 1
      #expect(observer.told == ["1"])
    }
    #expect(weakObserver == nil)
    counter.count = 2
    #expect(last.told == ["1", "2"])
  }

  // Scenario 45.
  @Test("allow observers to cancel during a notification")
  func cancelInside() {
    var told: [String] = []
    var tokens: [String: ObservationToken] = [:]
    for name in ["a", "b", "c", "d"] {
      tokens[name] = counter.observe(.count) { _ in
        told.append(name)
        if name == "b" {
          tokens["b"] = nil
          tokens["c"]?.cancel()
          tokens["a"]?.cancel()
        }
      }
    }
    counter.count = 1
    #expect(told == ["a", "b", "d"])
    counter.count = 2
    #expect(told == ["a", "b", "d", "d"])
  }

  @Test("notify an observer added during a notification the next time")
  func addInside() {
    var told: [String] = []
    var late: ObservationToken?
    let first = counter.observe(.count) { count in
      told.append("first \(count)")
      if late == nil { late = self.counter.observe(.count) { told.append("late \($0)") } }
    }
    counter.count = 1
    #expect(told == ["first 1"])
    counter.count = 2
    #expect(told == ["first 1", "first 2", "late 2"])
    first.cancel()
  }

  @Test("sent during a notification follow it")
  func sendInside() {
    var told: [String] = []
    let first = counter.observe(.count) { count in
      told.append("a\(count)")
      if count < 3 { self.counter.count += 1 }
      if count == 1 { self.counter.send(.title, "t") }
    }
    let second = counter.observe(.count) { told.append("b\($0)") }
    let third = counter.observe(.title) { told.append($0) }
    counter.count = 1
    #expect(told == ["a1", "b1", "a2", "b2", "t", "a3", "b3"])
    for token in [first, second, third] { token.cancel() }
  }

  // F49.
  @Test("an observer can remove one or all observations")
  func remove() {
    let (observer, other) = (Observer(), Observer())
    for each in [observer, other] {
      counter.observe(.count, by: each) { $0.told.append("\($1)") }
      counter.observe(.title, by: each) { $0.told.append($1) }
    }
    counter.removeObserver(observer, of: .count)
    counter.send(.count, 1)
    counter.send(.title, "t")
    #expect(observer.told == ["t"])
    #expect(other.told == ["1", "t"])
    counter.removeObserver(observer)
    counter.removeObserver(Observer())
    counter.send(.title, "u")
    #expect(observer.told == ["t"])
    #expect(other.told == ["1", "t", "u"])
  }

  @Test("a released token ends the observation")
  func tokens() {
    var told = 0
    var token: ObservationToken?
    do {
      let viewModel = Counter()
      viewModel.prepareIfNeeded()
      token = viewModel.observe(.count) { _ in told += 1 }
      viewModel.count = 1
      token = nil
      viewModel.count = 2
      token = viewModel.observe(.count) { _ in told += 1 }
    }
    token?.cancel()
    #expect(told == 1)
  }

  @Test("retain neither the view model nor the observer")
  func memory() {
    weak var weakModel: Counter?
    weak var weakObserver: Observer?
    var token: ObservationToken?
    do {
      let (viewModel, observer) = (Counter(), Observer())
      (weakModel, weakObserver) = (viewModel, observer)
      token = viewModel.observe(.count) { _ in }
      viewModel.observe(.count, by: observer) { _, _ in }
    }
    #expect(weakModel == nil)
    #expect(weakObserver == nil)
    #expect(token != nil)
  }

  // F53: the code that `@key` of XZMocoa generates.
  @Test("are not sent for an unchanged value")
  func unchanged() {
    var told: [Int] = []
    let token = counter.observe(.count) { told.append($0) }
    for count in [0, 1, 1, 2] { counter.count = count }
    #expect(told == [1, 2])
    token.cancel()
  }
}

@Suite("Rebinding a view to another view model (F50, scenario 46)")
@MainActor
struct ViewBindingTests {
  private let observer = Observer()

  private func binding() -> ViewBinding<Counter> {
    ViewBinding { [observer] counter in
      [
        counter.observe(.count, initial: \.count) { observer.told.append("count \($0)") },
        ObservationToken { observer.told.append("left \(counter.count)") },
      ]
    }
  }

  // F50, B16, scenario 46.
  @Test("the former view model sends nothing to the view")
  func rebind() {
    let binding = binding()
    let (first, second) = (Counter(), Counter())
    binding.viewModel = first
    #expect(first.isReady)
    first.count = 1
    binding.viewModel = second
    first.count = 2
    second.count = 5
    #expect(observer.told == ["count 0", "count 1", "left 1", "count 0", "count 5"])
    binding.viewModel = nil
    second.count = 6
    #expect(observer.told.last == "left 5")
    #expect(binding.viewModel == nil)
  }

  // F60: binding the same one again has no effect.
  @Test("the same view model is not bound again")
  func same() {
    let binding = binding()
    let counter = Counter()
    binding.viewModel = counter
    binding.viewModel = counter
    counter.count = 1
    #expect(observer.told == ["count 0", "count 1"])
  }

  // F50, B16.
  @Test("a released binding ends its observations")
  func letGo() {
    let counter = Counter()
    do {
      let binding = binding()
      binding.viewModel = counter
    }
    counter.count = 1
    #expect(observer.told == ["count 0", "left 0"])
  }

  @Test("binding during binding ends with the last view model only")
  func overtaking() {
    let (first, second) = (Counter(), Counter())
    var binding: ViewBinding<Counter>?
    let made = ViewBinding<Counter> { [observer] counter in
      if counter === first { binding?.viewModel = second }
      return [counter.observe(.count) { observer.told.append("\($0)") }]
    }
    binding = made
    made.viewModel = first
    #expect(made.viewModel === second)
    first.count = 1
    second.count = 2
    #expect(observer.told == ["2"])
    binding = nil
  }
}
