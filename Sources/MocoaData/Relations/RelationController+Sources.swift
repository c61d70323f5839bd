internal import MocoaModel
public import Observation

extension RelationController {
  /// Over the children in a field of an entity, in its order; nothing where the entity is not there.
  ///
  /// The key path is that of a field which `Entity.children` declares with `Child.many`.
  ///
  /// - Complexity: O(k log² n) for k children that change or are deleted, as long as nothing else shows
  ///   or saves the entity as a whole; O(n) where the entity itself is written, with all that is in it.
  public convenience init<Parent: Entity>(
    _ store: EntityStore, of ref: Ref<Parent>,
    _ children: any KeyPath<Parent, [Element]> & Sendable,
    _ pipeline: Pipeline<Element> = Pipeline()
  ) where Element: Entity {
    if let list = CollectionProvider(store, in: ref, children) {
      self.init(list, pipeline)
    } else {
      self.init(EntityProvider(store, ref), { $0[keyPath: children] }, pipeline)
    }
  }

  /// Over what a closure makes of an entity, in its order; nothing where the entity is not there.
  ///
  /// - Complexity: O(n) for each change of the entity or of anything in it. The key path of a declared
  ///   field costs in proportion to what changes.
  public convenience init<Parent: Entity>(
    _ store: EntityStore, of ref: Ref<Parent>,
    _ children: @escaping @Sendable (Parent) -> [Element],
    _ pipeline: Pipeline<Element> = Pipeline()
  ) {
    self.init(EntityProvider(store, ref), children, pipeline)
  }

  /// Over what is in the entity that a provider follows, in its order; nothing where there is none.
  ///
  /// When the provider follows another one, that is a change like any other.
  ///
  /// - Complexity: O(n) for each change of the entity or of anything in it, as that is a change of the
  ///   value that the provider shows.
  public convenience init<Parent: Entity>(
    _ provider: EntityProvider<Parent>, _ children: @escaping @Sendable (Parent) -> [Element],
    _ pipeline: Pipeline<Element> = Pipeline()
  ) {
    self.init(pipeline)
    begin(provider.value.map(children) ?? [])
    keep(
      provider.adopted.add { [weak self] update in
        self?.prepare(update.after.map(children) ?? [], update.context)
      })
    // The provider lives as long as somebody observes it here.
    keep(
      provider.observe { [weak self, provider] _ in
        withExtendedLifetime(provider) { self?.updates.tell() }
      })
  }

  /// Over a graph of objects that tell when they change.
  ///
  /// Whatever is read in it, at any depth, is followed: there are no key paths to name. The objects are
  /// to be changed on the main thread; what is changed in one turn of the main loop is one change.
  ///
  /// - Parameters:
  ///   - objects: finds the objects, in order.
  ///   - row: makes an immutable element of an object.
  public convenience init<Root: Observable & AnyObject, Object>(
    observing root: Root, _ objects: @escaping @MainActor (Root) -> some Sequence<Object>,
    row: @escaping @MainActor (Object) -> Element, _ pipeline: Pipeline<Element> = Pipeline()
  ) {
    self.init(pipeline)
    let graph = ObservedGraph { objects(root).map(row) }
    graph.onChange = { [weak self] in self?.take($0, nil) }
    begin(graph.elements)
    keep(ObservationToken { graph.end() })
  }

  /// Over the newest array that comes.
  ///
  /// Waiting for it is a task of its own, which ends with the relation.
  public convenience init<Arrays: AsyncSequence & Sendable>(
    newestOf arrays: Arrays, _ pipeline: Pipeline<Element> = Pipeline()
  ) where Arrays.Element == [Element] {
    self.init(pipeline)
    let task = Task { @MainActor [weak self] in
      do {
        for try await elements in arrays { self?.take(elements, nil) }
        self?.setPhase(.finished)
      } catch is CancellationError {
      } catch {
        self?.setPhase(.failed("\(error)"))
      }
    }
    setPhase(.loading(fraction: nil))
    keep(ObservationToken { task.cancel() })
  }
}

/// The elements that are made of a graph of objects, made again when one of them changes.
@MainActor
private final class ObservedGraph<Element> {
  private let make: @MainActor () -> [Element]
  private(set) var elements: [Element] = []
  private var isEnded = false
  var onChange: (@MainActor ([Element]) -> Void)?

  init(_ make: @escaping @MainActor () -> [Element]) {
    self.make = make
    read()
  }

  /// Reads nothing any more: what is still watched tells nobody.
  func end() { isEnded = true }

  private func read() {
    withObservationTracking {
      elements = make()
    } onChange: {
      // Told before the change is made, and once: what changes until then is one change.
      MainTurn.afterThis { [weak self] in self?.didChange() }
    }
  }

  private func didChange() {
    guard !isEnded else { return }
    read()
    onChange?(elements)
  }
}
