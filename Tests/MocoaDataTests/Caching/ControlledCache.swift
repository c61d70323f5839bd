import MocoaModel
import Synchronization

@testable import MocoaData

/// A cache that answers what is asked of it with what is kept when it is asked, and gives the answers
/// when it is told to, in any order; and that remembers what it was given.
final class ControlledCache: EntityCache {
  private struct State {
    var answers: [@Sendable () -> Void] = []
    var isHolding = false
    var batches: [EntityBatch] = []
    var asked: [String] = []
  }

  private let kept = MemoryEntityCache()
  private let state = Mutex(State())

  /// The batches that were handed over, in order.
  var batches: [EntityBatch] { state.withLock { $0.batches } }

  /// What was asked for, in order.
  var asked: [String] { state.withLock { $0.asked } }

  /// How many answers wait.
  var waitingCount: Int { state.withLock { $0.answers.count } }

  /// The identities of a list that is kept, whatever answers wait; none where it is not.
  func ids(ofList name: String) -> [ItemID] { kept.ids(ofList: name) }

  /// Keeps answers back until they are given.
  func hold() { state.withLock { $0.isHolding = true } }

  /// Gives one of the answers that wait.
  func give(_ index: Int) {
    let answer = state.withLock { $0.answers.remove(at: index) }
    answer()
  }

  /// Gives all answers, those to come among them.
  func release() {
    let answers = state.withLock { state in
      defer { state.answers = [] }
      state.isHolding = false
      return state.answers
    }
    for answer in answers { answer() }
  }

  /// Has the next requests fail.
  func fail(with errors: EntityCacheError...) {
    for error in errors { kept.fail(with: error) }
  }

  /// Changes what is kept as somebody else does it, and tells of it when it is told to.
  func change(_ news: EntityNews, _ body: (inout EntityBatch) -> Void) {
    kept.apply(.of(body)) { _ in }
    answer { self.kept.tell(news) }
  }

  private func answer(_ answer: @escaping @Sendable () -> Void) {
    let isHeld = state.withLock { state in
      if state.isHolding { state.answers.append(answer) }
      return state.isHolding
    }
    if !isHeld { answer() }
  }

  // MARK: - EntityCache

  func apply(_ batch: EntityBatch, then: @escaping @Sendable (EntityCacheError?) -> Void) {
    state.withLock { $0.batches.append(batch) }
    kept.apply(batch) { error in self.answer { then(error) } }
  }

  func load(
    _ places: [EntityPlace],
    then: @escaping @Sendable (Result<[(any Entity)?], EntityCacheError>) -> Void
  ) {
    state.withLock { $0.asked += places.map { "\($0.key)" } }
    kept.load(places) { result in self.answer { then(result) } }
  }

  func loadList(
    _ name: String, of shape: EntityShape,
    then: @escaping @Sendable (Result<[any Entity]?, EntityCacheError>) -> Void
  ) {
    state.withLock { $0.asked.append("list \(name)") }
    kept.loadList(name, of: shape) { result in self.answer { then(result) } }
  }

  func flush(then: @escaping @Sendable (EntityCacheError?) -> Void) {
    kept.flush { error in self.answer { then(error) } }
  }

  func observeOthers(_ perform: @escaping @Sendable (EntityNews) -> Void) {
    kept.observeOthers(perform)
  }
}

extension EntityBatch {
  /// What it does, as one would say it.
  var short: [String] {
    upserts.map { "keep \($0.value.entityKey)" } + deletions.map { "delete \($0)" }
      + listEdits.map { edit in
        let ids = "\(edit.ids.map { "\($0)" })"
        guard let position = edit.position else { return "\(edit.list) all \(ids)" }
        let removed = edit.removed.isEmpty ? "" : " -\(edit.removed.map { "\($0)" })"
        return "\(edit.list) \(position)\(removed) \(ids)"
      }
  }
}
