import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Records the updates of an entity provider.
///
/// Fails the test if an update does not start from the previous value. The recorder retains the
/// provider.
@MainActor
final class EntityUpdateRecorder<E: Entity> {
  private let provider: EntityProvider<E>
  private var values: [E?] = []
  private var contexts: [Int?] = []
  private var shown: E?
  private var token: ObservationToken?

  init(_ provider: EntityProvider<E>, completion: @escaping @MainActor () -> Void = {}) {
    (self.provider, shown) = (provider, provider.value)
    token = provider.observe { [weak self] update in
      self?.hear(update)
      completion()
    }
  }

  /// The values of the updates since the previous read.
  ///
  /// Reading clears them.
  var news: [E?] {
    defer { values = [] }
    return values
  }

  /// The contexts of the updates since the previous read.
  ///
  /// Reading clears them.
  var newContexts: [Int?] {
    defer { contexts = [] }
    return contexts
  }

  func stop() { token?.cancel() }

  private func hear(_ update: EntityProvider<E>.Update) {
    #expect(update.before == shown)
    #expect(update.after != update.before, "nothing changed")
    shown = update.after
    values.append(update.after)
    contexts.append(update.context as? Int)
  }
}

/// Records the commits of a store.
@MainActor
final class CommitRecorder {
  private var commits: [EntityCommit] = []
  private var token: ObservationToken?

  init(_ store: EntityStore) {
    token = store.observe { [weak self] in self?.commits.append($0) }
  }

  /// The commits since the previous read.
  ///
  /// Reading clears them.
  var news: [EntityCommit] {
    defer { commits = [] }
    return commits
  }
}
