import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

/// Records the updates of a list as text.
///
/// Fails the test if an update does not start from the previous snapshot. The recorder retains the
/// list.
@MainActor
final class UpdateRecorder {
  private let list: any ListSource
  private(set) var updates: [ListUpdate] = []
  private var said: [String] = []
  private var contexts: [Int?] = []
  private var shown: ListSnapshot
  private var token: ObservationToken?

  init(
    _ list: some ListSource, completion: @escaping @MainActor () -> Void = {},
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    (self.list, shown) = (list, list.snapshot)
    token = list.observe { [weak self] update in
      self?.hear(update, sourceLocation)
      completion()
    }
  }

  /// The updates since the previous read, as text.
  ///
  /// Reading clears them.
  var news: [String] {
    defer { said = [] }
    return said
  }

  /// The contexts of the updates since the previous read.
  ///
  /// Reading clears them.
  var newContexts: [Int?] {
    defer { contexts = [] }
    return contexts
  }

  func stop() { token?.cancel() }

  private func hear(_ update: ListUpdate, _ sourceLocation: SourceLocation) {
    let changes = update.changes
    #expect(update.before.isSame(as: shown), sourceLocation: sourceLocation)
    #expect(changes.invariantViolation() == nil, sourceLocation: sourceLocation)
    let made = try? changes.applying(to: update.before, elementsFrom: update.after)
    #expect(made.map { $0.isSame(as: update.after) } == true, sourceLocation: sourceLocation)
    shown = update.after
    updates.append(update)
    var words: [String] = []
    for run in changes.deletions { words += run.range.map { "delete \($0)" } }
    for run in changes.insertions { words += run.range.map { "insert \($0)" } }
    words += changes.moves.map { "move \($0.from.item) to \($0.to.item)" }
    words += changes.updates.map { "update \($0.to.item)" }
    said.append(words.joined(separator: ", "))
    contexts.append(update.context as? Int)
  }
}

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

extension ListSnapshot {
  /// Returns a Boolean value that indicates whether two lists have equal items.
  func isSame(as other: ListSnapshot) -> Bool {
    itemCounts == other.itemCounts
      && sections.indices.allSatisfy { section in
        (0..<sections[section].items.count).allSatisfy { item in
          let path = ItemPath(section: section, item: item)
          return id(at: path) == other.id(at: path) && isContentEqual(at: path, in: other, at: path)
        }
      }
  }
}
