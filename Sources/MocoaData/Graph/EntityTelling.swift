internal import MocoaModel

/// Tells those who show entities and lists what a commit changed.
@MainActor
final class EntityTelling {
  /// What a commit changed, as it is told of.
  struct Publication {
    let revision: Int
    let context: (any Sendable)?
    let changed: [EntityNode]
    let deleted: [EntityNode]
    let updates: [(list: EntityList, update: ListUpdate)]

    /// The same for those who are told of everything.
    var commit: EntityCommit {
      EntityCommit(
        revision: revision, changed: Set(changed.compactMap(\.key)),
        deleted: Set(deleted.compactMap(\.key)), lists: Set(updates.compactMap(\.list.name)),
        context: context)
    }
  }

  private var watchers: [EntityKey: [WeakSubscriber]] = [:]

  /// Those who want to be told of every commit.
  let observers = Observers<EntityCommit>()

  private var waiting: [Publication] = []
  private var isTelling = false

  /// Tells of each commit, one after the other: first all who show something take it over, then they
  /// tell who listens to them.
  ///
  /// Who is told may write. That changes the store at once, and is told of when all have been told of
  /// what was before.
  func tell(_ publication: Publication) {
    waiting.append(publication)
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while !waiting.isEmpty {
      let publication = waiting.removeFirst()
      for subscriber in adopt(publication) { subscriber.tell() }
      if !observers.isEmpty { observers.send(publication.commit) }
    }
  }

  /// Has all subscribers take over what was changed.
  ///
  /// - Returns: those who have something to tell, each once.
  private func adopt(_ publication: Publication) -> [any EntitySubscriber] {
    var told: [any EntitySubscriber] = []
    func adopt(_ subscribers: [any EntitySubscriber], _ change: EntityChange) {
      for subscriber in subscribers where subscriber.revision < publication.revision {
        if subscriber.adopt(change, publication) { told.append(subscriber) }
      }
    }
    for (list, update) in publication.updates {
      adopt(list.subscribers.compactMap(\.subscriber), .list(update))
    }
    for nodes in [publication.changed, publication.deleted] {
      for node in nodes {
        if node.isAnonymous {
          if let holder = node.holder { adopt([holder], .entity) }
        } else if !watchers.isEmpty, let key = node.key {
          adopt(watchers(of: key), .entity)
        }
      }
    }
    return told
  }

  /// Whether somebody follows an entity.
  func isFollowed(_ key: EntityKey) -> Bool {
    watchers[key]?.contains { $0.subscriber != nil } == true
  }

  private func watchers(of key: EntityKey) -> [any EntitySubscriber] {
    watchers[key]?.compactMap(\.subscriber) ?? []
  }

  /// Has somebody follow an entity, whether it is there or not.
  func subscribe(_ subscriber: any EntitySubscriber, to key: EntityKey) {
    let count = watchers[key]?.count ?? 0
    // Those that are gone are looked for when there are twice as many as the last time.
    if count & (count - 1) == 0 { watchers[key]?.removeAll { $0.subscriber == nil } }
    watchers[key, default: []].append(WeakSubscriber(subscriber: subscriber))
  }

  func unsubscribe(_ subscriber: any EntitySubscriber, from key: EntityKey) {
    watchers[key]?.removeAll { $0.subscriber == nil || $0.subscriber === subscriber }
    if watchers[key]?.isEmpty == true { watchers[key] = nil }
  }
}

/// What a subscriber is told of.
enum EntityChange {
  case entity
  case list(ListUpdate)
}

/// Who shows an entity or a list.
@MainActor
protocol EntitySubscriber: AnyObject {
  /// The commit that it shows; earlier ones are nothing new.
  var revision: Int { get }

  /// Takes over what a commit changed, and tells nobody yet.
  ///
  /// - Returns: whether there is something to tell.
  func adopt(_ change: EntityChange, _ commit: EntityTelling.Publication) -> Bool

  /// Tells who listens.
  func tell()
}

struct WeakSubscriber {
  weak var subscriber: (any EntitySubscriber)?
}
