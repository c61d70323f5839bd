internal import MocoaModel

/// Notifies the subscribers that show entities and lists of the changes of each commit.
@MainActor
final class EntityNotifier {
  /// The changes of a commit, for notification.
  struct Publication {
    let revision: Int
    let context: (any Sendable)?
    let changed: [EntityNode]
    let deleted: [EntityNode]
    let updates: [(list: EntityList, update: ListUpdate)]

    /// The values of the shown entities at the end of the commit.
    ///
    /// Empty if the entities still have these values.
    fileprivate var projections: [ObjectIdentifier: [EntityNode.Projection]] = [:]

    init(
      revision: Int, context: (any Sendable)?, changed: [EntityNode], deleted: [EntityNode],
      updates: [(list: EntityList, update: ListUpdate)]
    ) {
      (self.revision, self.context) = (revision, context)
      (self.changed, self.deleted, self.updates) = (changed, deleted, updates)
    }

    /// The commit in the form that its observers receive.
    var commit: EntityCommit {
      EntityCommit(
        revision: revision, changed: Set(changed.compactMap(\.key)),
        deleted: Set(deleted.compactMap(\.key)), lists: Set(updates.compactMap(\.list.name)),
        context: context)
    }
  }

  private var watchers: [EntityKey: [WeakSubscriber]] = [:]

  /// The observers of every commit.
  let observers = Observers<EntityCommit>()

  private var waiting: [Publication] = []
  private var isNotifying = false

  /// Notifies subscribers of a commit.
  ///
  /// First all subscribers adopt the changes. Then each notifies its observers.
  ///
  /// An observer may write to the store. The write takes effect at once; its notifications follow
  /// after all notifications of this commit.
  func notify(_ publication: Publication) {
    guard !isNotifying else { return waiting.append(capturingValues(publication)) }
    waiting.append(publication)
    isNotifying = true
    defer { isNotifying = false }
    while !waiting.isEmpty {
      let publication = waiting.removeFirst()
      for subscriber in adopt(publication) { subscriber.notifyObservers() }
      if !observers.isEmpty { observers.notify(publication.commit) }
    }
  }

  /// Returns the commit with a copy of the current values of its entities.
  ///
  /// Later commits may change the values before observers receive this commit.
  private func capturingValues(_ publication: Publication) -> Publication {
    var kept = publication
    for node in publication.changed + publication.deleted where isDisplayed(node) {
      kept.projections[ObjectIdentifier(node)] = node.state.projections
    }
    return kept
  }

  private func isDisplayed(_ node: EntityNode) -> Bool {
    node.key.map(isObserved) ?? (node.owner != nil)
  }

  /// Passes the changes of a commit to all subscribers, which adopt them.
  ///
  /// - Returns: The subscribers with pending notifications, each once.
  private func adopt(_ publication: Publication) -> [any EntitySubscriber] {
    var notified: [any EntitySubscriber] = []
    func adopt(_ subscribers: [any EntitySubscriber], _ change: EntityChange) {
      for subscriber in subscribers where subscriber.revision < publication.revision {
        if subscriber.adopt(change, publication) { notified.append(subscriber) }
      }
    }
    for (list, update) in publication.updates {
      adopt(list.subscribers.compactMap(\.subscriber), .list(update))
    }
    for nodes in [publication.changed, publication.deleted] {
      for node in nodes {
        var subscribers: [any EntitySubscriber] = []
        if node.isAnonymous {
          if let holder = node.owner { subscribers = [holder] }
        } else if !watchers.isEmpty, let key = node.key {
          subscribers = watchers(of: key)
        }
        if subscribers.isEmpty { continue }
        let kept = publication.projections[ObjectIdentifier(node)]
        adopt(subscribers, .entity(kept ?? node.state.projections))
      }
    }
    return notified
  }

  /// Returns `true` if a subscriber observes an entity.
  func isObserved(_ key: EntityKey) -> Bool {
    watchers[key]?.contains { $0.subscriber != nil } == true
  }

  /// The entities that subscribers observe, and possibly entities that released subscribers
  /// observed.
  var observedKeys: some Sequence<EntityKey> { watchers.keys }

  /// Returns the entity types that subscribers expect for an entity that does not exist.
  func requestedDescriptors(of key: EntityKey) -> [EntityDescriptor] {
    var shapes: [EntityDescriptor] = []
    for case let shape? in watchers(of: key).map(\.requestedDescriptor)
    where !shapes.contains(where: { $0 === shape }) {
      shapes.append(shape)
    }
    return shapes
  }

  private func watchers(of key: EntityKey) -> [any EntitySubscriber] {
    watchers[key]?.compactMap(\.subscriber) ?? []
  }

  /// Adds a subscriber of an entity, whether or not the entity exists.
  func subscribe(_ subscriber: any EntitySubscriber, to key: EntityKey) {
    let count = watchers[key]?.count ?? 0
    // Released subscribers are removed whenever the number of subscribers reaches a power of two.
    if count & (count - 1) == 0 { watchers[key]?.removeAll { $0.subscriber == nil } }
    watchers[key, default: []].append(WeakSubscriber(subscriber: subscriber))
  }

  func unsubscribe(_ subscriber: any EntitySubscriber, from key: EntityKey) {
    watchers[key]?.removeAll { $0.subscriber == nil || $0.subscriber === subscriber }
    if watchers[key]?.isEmpty == true { watchers[key] = nil }
  }
}

/// The change of an entity or a list, as a subscriber receives it.
enum EntityChange {
  /// The current values of an entity, one for each of its types; empty if the entity was deleted.
  case entity([EntityNode.Projection])
  case list(ListUpdate)
}

/// A type that shows an entity or a list of a store.
@MainActor
protocol EntitySubscriber: AnyObject {
  /// The revision of the newest commit that the subscriber shows.
  ///
  /// The subscriber does not adopt this commit again, or earlier ones.
  var revision: Int { get }

  /// The entity type that the subscriber expects for an entity that does not exist.
  ///
  /// The value is `nil` if the entity exists.
  var requestedDescriptor: EntityDescriptor? { get }

  /// Shows the changes of a commit without notifying observers.
  ///
  /// - Returns: `true` if observers must be notified.
  func adopt(_ change: EntityChange, _ commit: EntityNotifier.Publication) -> Bool

  /// Notifies the observers of the changes that were adopted since the last notification.
  func notifyObservers()

  /// Notifies the observers if the loading phase of the list has changed.
  func phaseDidChange()
}

extension EntitySubscriber {
  /// `nil` by default.
  var requestedDescriptor: EntityDescriptor? { nil }

  /// Does nothing, because an entity has no loading phase.
  func phaseDidChange() {}
}

struct WeakSubscriber {
  weak var subscriber: (any EntitySubscriber)?
}

/// A queue of updates that are delivered to observers in order.
///
/// An observer may cause further updates. They are delivered after all observers have received the
/// current one, so each update that an observer receives starts where the previous one ended.
@MainActor
final class UpdateQueue<Update> {
  private var waiting: [Update] = []
  private var isDelivering = false
  private let observers = Observers<Update>()

  /// Adds an observer, which is active until the token is canceled or released.
  func observe(_ perform: @escaping @MainActor (Update) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Adds an update without notifying observers.
  func add(_ update: Update) { waiting.append(update) }

  /// A Boolean value that indicates whether no update is pending.
  var isEmpty: Bool { waiting.isEmpty }

  /// Delivers all pending updates.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !waiting.isEmpty { observers.notify(waiting.removeFirst()) }
  }
}
