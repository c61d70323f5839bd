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

    /// What entities are at its end that somebody shows; empty where that is what they are now.
    fileprivate var projections: [ObjectIdentifier: [EntityNode.Projection]] = [:]

    init(
      revision: Int, context: (any Sendable)?, changed: [EntityNode], deleted: [EntityNode],
      updates: [(list: EntityList, update: ListUpdate)]
    ) {
      (self.revision, self.context) = (revision, context)
      (self.changed, self.deleted, self.updates) = (changed, deleted, updates)
    }

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
    guard !isTelling else { return waiting.append(keepingEntities(publication)) }
    waiting.append(publication)
    isTelling = true
    defer { isTelling = false }
    while !waiting.isEmpty {
      let publication = waiting.removeFirst()
      for subscriber in adopt(publication) { subscriber.tell() }
      if !observers.isEmpty { observers.send(publication.commit) }
    }
  }

  /// A commit that is told of later, with what entities are now: they may be something else then.
  private func keepingEntities(_ publication: Publication) -> Publication {
    var kept = publication
    for node in publication.changed + publication.deleted where isShown(node) {
      kept.projections[ObjectIdentifier(node)] = node.state.projections
    }
    return kept
  }

  private func isShown(_ node: EntityNode) -> Bool {
    node.key.map(isFollowed) ?? (node.holder != nil)
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
        var subscribers: [any EntitySubscriber] = []
        if node.isAnonymous {
          if let holder = node.holder { subscribers = [holder] }
        } else if !watchers.isEmpty, let key = node.key {
          subscribers = watchers(of: key)
        }
        if subscribers.isEmpty { continue }
        let kept = publication.projections[ObjectIdentifier(node)]
        adopt(subscribers, .entity(kept ?? node.state.projections))
      }
    }
    return told
  }

  /// Whether somebody follows an entity.
  func isFollowed(_ key: EntityKey) -> Bool {
    watchers[key]?.contains { $0.subscriber != nil } == true
  }

  /// The entities that somebody follows, or did.
  var followed: some Sequence<EntityKey> { watchers.keys }

  /// The types as which somebody waits for an entity that is not there.
  func awaitedShapes(of key: EntityKey) -> [EntityShape] {
    var shapes: [EntityShape] = []
    for case let shape? in watchers(of: key).map(\.awaitedShape)
    where !shapes.contains(where: { $0 === shape }) {
      shapes.append(shape)
    }
    return shapes
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
  /// The entity has these values now; none where it is gone.
  case entity([EntityNode.Projection])
  case list(ListUpdate)
}

/// Who shows an entity or a list.
@MainActor
protocol EntitySubscriber: AnyObject {
  /// The commit that it shows; earlier ones are nothing new.
  var revision: Int { get }

  /// The type of the entity that it has asked for, and that is not there; nil for none.
  var awaitedShape: EntityShape? { get }

  /// Takes over what a commit changed, and tells nobody yet.
  ///
  /// - Returns: whether there is something to tell.
  func adopt(_ change: EntityChange, _ commit: EntityTelling.Publication) -> Bool

  /// Tells who listens.
  func tell()

  /// Tells who listens if the phase of the list is another.
  func phaseDidChange()
}

extension EntitySubscriber {
  /// None.
  var awaitedShape: EntityShape? { nil }

  /// An entity has no phase.
  func phaseDidChange() {}
}

struct WeakSubscriber {
  weak var subscriber: (any EntitySubscriber)?
}
