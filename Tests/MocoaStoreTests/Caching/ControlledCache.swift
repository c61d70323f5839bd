import MocoaModel
import Synchronization

@testable import MocoaStore

/// A cache that delivers its results on request, in any order.
///
/// A result contains the saved data at the time of its request. The cache records the batches and
/// the requests that it receives.
final class ControlledCache: EntityCache {
  private struct State {
    var answers: [@Sendable () -> Void] = []
    var isHolding = false
    var batches: [EntityBatch] = []
    var asked: [String] = []
  }

  private let kept = MemoryEntityCache()
  private let state = Mutex(State())

  /// The batches that the cache received, in order.
  var batches: [EntityBatch] { state.withLock { $0.batches } }

  /// The keys of the requested entities and the names of the requested lists, in order.
  var asked: [String] { state.withLock { $0.asked } }

  /// The number of pending results.
  var waitingCount: Int { state.withLock { $0.answers.count } }

  /// Returns the identities of a saved list, regardless of pending results.
  ///
  /// The array is empty if the list is missing.
  func ids(ofList name: String) -> [ItemID] { kept.ids(ofList: name) }

  /// Defers results until they are delivered.
  func hold() { state.withLock { $0.isHolding = true } }

  /// Delivers one of the pending results.
  func give(_ index: Int) {
    let answer = state.withLock { $0.answers.remove(at: index) }
    answer()
  }

  /// Delivers all pending results and stops deferring results.
  func release() {
    let answers = state.withLock { state in
      defer { state.answers = [] }
      state.isHolding = false
      return state.answers
    }
    for answer in answers { answer() }
  }

  /// Makes the next requests fail with errors.
  func fail(with errors: EntityCacheError...) {
    for error in errors { kept.fail(with: error) }
  }

  /// Changes the saved data as another program does.
  ///
  /// The notification is deferred like a result.
  func change(_ news: ExternalChanges, _ body: (inout EntityBatch) -> Void) {
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

  func apply(_ batch: EntityBatch, completion: @escaping @Sendable (EntityCacheError?) -> Void) {
    state.withLock { $0.batches.append(batch) }
    kept.apply(batch) { error in self.answer { completion(error) } }
  }

  func load(
    _ places: [EntityRequest],
    completion: @escaping @Sendable (Result<[(any Entity)?], EntityCacheError>) -> Void
  ) {
    state.withLock { $0.asked += places.map { "\($0.key)" } }
    kept.load(places) { result in self.answer { completion(result) } }
  }

  func loadList(
    _ name: String, of shape: EntityDescriptor,
    completion: @escaping @Sendable (Result<[any Entity]?, EntityCacheError>) -> Void
  ) {
    state.withLock { $0.asked.append("list \(name)") }
    kept.loadList(name, of: shape) { result in self.answer { completion(result) } }
  }

  func flush(completion: @escaping @Sendable (EntityCacheError?) -> Void) {
    kept.flush { error in self.answer { completion(error) } }
  }

  func observeExternalChanges(_ perform: @escaping @Sendable (ExternalChanges) -> Void) {
    kept.observeExternalChanges(perform)
  }
}

extension EntityBatch {
  /// A short form of the batch, as text.
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
