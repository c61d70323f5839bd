internal import MocoaModel

/// Tells those who show entities and lists what a commit changed.
@MainActor
final class EntityTelling {
  /// What is told of a commit, and to whom beside those who subscribed.
  struct Publication {
    let commit: EntityCommit
    let updates: [(list: EntityList, update: ListUpdate)]
    let holders: [any EntitySubscriber]
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
      observers.send(publication.commit)
    }
  }

  /// Has all subscribers take over what was changed.
  ///
  /// - Returns: those who have something to tell, each once.
  private func adopt(_ publication: Publication) -> [any EntitySubscriber] {
    let commit = publication.commit
    var told: [any EntitySubscriber] = []
    func adopt(_ subscribers: [any EntitySubscriber], _ change: EntityChange) {
      for subscriber in subscribers where subscriber.revision < commit.revision {
        if subscriber.adopt(change, commit) { told.append(subscriber) }
      }
    }
    for (list, update) in publication.updates {
      adopt(list.subscribers.compactMap(\.subscriber), .list(update))
    }
    if !watchers.isEmpty {
      for key in commit.changed { adopt(watchers(of: key), .entity) }
      for key in commit.deleted { adopt(watchers(of: key), .entity) }
    }
    adopt(publication.holders, .entity)
    return told
  }

  private func watchers(of key: EntityKey) -> [any EntitySubscriber] {
    watchers[key]?.compactMap(\.subscriber) ?? []
  }

  /// Has somebody follow an entity, whether it is there or not.
  func subscribe(_ subscriber: any EntitySubscriber, to key: EntityKey) {
    unsubscribe(subscriber, from: key)
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
  func adopt(_ change: EntityChange, _ commit: EntityCommit) -> Bool

  /// Tells who listens.
  func tell()
}

struct WeakSubscriber {
  weak var subscriber: (any EntitySubscriber)?
}
