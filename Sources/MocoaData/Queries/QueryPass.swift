internal import MocoaModel
internal import Synchronization

/// Asks all elements of a list whether they are to be shown, on two threads.
///
/// What is done so far can be had at any time: the rest stays as it was.
final class QueryPass: Sendable {
  /// What is asked.
  let matcher: FilterMatcher?

  /// The number of what is asked.
  let number: Int
  let cancellation = Cancellation()

  private let state: Mutex<State>
  private let places: [Int]
  private let next = Atomic(0)

  private struct State {
    var parts: [ListPart]
    var done = 0
  }

  /// A pass over parts, of which those that answer already are left alone.
  ///
  /// - Parameter first: the part to begin with, and then those behind it: one that is looked at.
  init(_ parts: [ListPart], _ matcher: FilterMatcher?, number: Int, first: Int) {
    (self.matcher, self.number) = (matcher, number)
    places = (Array(parts.indices.dropFirst(first)) + parts.indices.prefix(first))
      .filter { parts[$0].answered != number }
    state = Mutex(State(parts: parts))
  }

  /// How much there is to do.
  var work: Int {
    state.withLock { state in places.reduce(0) { $0 + state.parts[$1].leaf.range.count } }
  }

  /// What there is now, and how much of the work is done, 0 to 1.
  var answer: (parts: [ListPart], fraction: Double) {
    state.withLock { state in
      (state.parts, places.isEmpty ? 1 : Double(state.done) / Double(places.count))
    }
  }

  /// Works until nothing is left, or it is cancelled.
  ///
  /// - Parameter pause: called from time to time.
  func run(_ pause: () -> Void = {}) {
    while !cancellation.isCancelled {
      let turn = next.add(1, ordering: .relaxed).oldValue
      guard turn < places.count else { return }
      let place = places[turn]
      let leaf = state.withLock { $0.parts[place].leaf }
      let indices = matcher?.indices(in: leaf)
      state.withLock { state in
        state.parts[place].indices = indices
        state.parts[place].answered = number
        state.done += 1
      }
      pause()
    }
  }
}
