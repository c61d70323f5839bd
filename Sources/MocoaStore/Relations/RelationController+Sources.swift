internal import MocoaModel
public import Observation

extension RelationController {
  /// Creates a relation over the children in a field of an entity, in their order.
  ///
  /// The relation is empty if the entity does not exist.
  ///
  /// The key path refers to a field that `Entity.children` declares with `ChildField.many`.
  ///
  /// - Complexity: O(k log² n) for k of n children that change or are deleted, if no subscriber
  ///   shows the whole entity and no cache saves it. O(n) if the entity itself is written with all
  ///   its children.
  public convenience init<Parent: Entity>(
    _ store: EntityStore, of ref: EntityReference<Parent>,
    _ children: any KeyPath<Parent, [Element]> & Sendable,
    _ pipeline: RelationPipeline<Element> = RelationPipeline()
  ) where Element: Entity {
    if let list = CollectionProvider(store, in: ref, children) {
      self.init(list, pipeline)
    } else {
      self.init(EntityProvider(store, ref), { $0[keyPath: children] }, pipeline)
    }
  }

  /// Creates a relation over the elements that a closure computes from an entity, in their order.
  ///
  /// The relation is empty if the entity does not exist.
  ///
  /// - Complexity: O(n) for each change of the entity or of a descendant. With the key path of a
  ///   declared field, the cost is proportional to the change.
  public convenience init<Parent: Entity>(
    _ store: EntityStore, of ref: EntityReference<Parent>,
    _ children: @escaping @Sendable (Parent) -> [Element],
    _ pipeline: RelationPipeline<Element> = RelationPipeline()
  ) {
    self.init(EntityProvider(store, ref), children, pipeline)
  }

  /// Creates a relation over elements that a closure computes from the entity of a provider, in
  /// their order.
  ///
  /// The relation is empty if the entity does not exist.
  ///
  /// If the provider observes another entity, the relation publishes the difference like any other
  /// change.
  ///
  /// - Complexity: O(n) for each change of the entity or of a descendant, because each of them
  ///   changes the value of the provider.
  public convenience init<Parent: Entity>(
    _ provider: EntityProvider<Parent>, _ children: @escaping @Sendable (Parent) -> [Element],
    _ pipeline: RelationPipeline<Element> = RelationPipeline()
  ) {
    self.init(pipeline)
    begin(provider.value.map(children) ?? [])
    retain(
      provider.adopted.add { [weak self] update in
        self?.prepare(update.after.map(children) ?? [], update.context)
      })
    // The observation retains the provider.
    retain(
      provider.observe { [weak self, provider] _ in
        withExtendedLifetime(provider) { self?.updates.deliver() }
      })
  }

  /// Creates a relation over a graph of observable objects.
  ///
  /// The relation observes every property that the closures read, at any depth. Change the objects
  /// on the main thread. All changes in one turn of the main loop are published as one change.
  ///
  /// - Parameters:
  ///   - root: The root of the graph.
  ///   - objects: A closure that returns the objects, in order.
  ///   - row: A closure that returns an immutable element for an object.
  ///   - pipeline: The filters and the sort order.
  public convenience init<Root: Observable & AnyObject, Object>(
    observing root: Root, _ objects: @escaping @MainActor (Root) -> some Sequence<Object>,
    row: @escaping @MainActor (Object) -> Element,
    _ pipeline: RelationPipeline<Element> = RelationPipeline()
  ) {
    self.init(pipeline)
    let graph = ObservedGraph { objects(root).map(row) }
    graph.onChange = { [weak self] in self?.take($0, nil) }
    begin(graph.elements)
    retain(ObservationToken { graph.end() })
  }

  /// Creates a relation over the newest array of an asynchronous sequence.
  ///
  /// A task waits for the arrays and ends with the relation.
  public convenience init<Arrays: AsyncSequence & Sendable>(
    newestOf arrays: Arrays, _ pipeline: RelationPipeline<Element> = RelationPipeline()
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
    retain(ObservationToken { task.cancel() })
  }
}

/// The elements of a graph of observable objects, which are computed again after each change.
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

  /// Stops the observation.
  ///
  /// Notifications that are already scheduled are ignored.
  func end() { isEnded = true }

  private func read() {
    withObservationTracking {
      elements = make()
    } onChange: {
      // The callback comes once, before the change. Deferring it combines all changes of the turn.
      MainActorScheduler.schedule { [weak self] in self?.didChange() }
    }
  }

  private func didChange() {
    guard !isEnded else { return }
    read()
    onChange?(elements)
  }
}
