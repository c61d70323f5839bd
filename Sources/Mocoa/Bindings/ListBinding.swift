public import MocoaModel

/// Binds data to a list.
///
/// An input supplies the items, a template selects the representation of each item, and a command
/// runs when an item is selected.
///
/// ```swift
/// let users = ListBinding(.values(server.users), onSelect: .action { open($0) }) { user in
///   .text([.init(user.name, .title)], trailing: [.init("\(user.age)", .number)])
/// }
/// let page = ListPageViewModel(url: url, list: users.list)
/// ```
///
/// The owner must retain the binding. When the binding is deallocated, the task that reads its
/// input is canceled. The list then retains its rows, receives no more values and runs no command.
@MainActor
public final class ListBinding<Item: CellModel> {
  /// The list: one section with the items, or the sections of a source.
  public let list: ListViewModel

  /// The command that runs when an item is selected, or `nil`.
  public let command: SelectionCommand<Item>?

  /// A sender that sends items and states to this binding from any thread.
  public let sender: BindingSender<Item>

  /// The loading state of the input.
  public private(set) var state: BindingState {
    didSet { if state != oldValue { observers.notify(state) } }
  }

  /// A Boolean value that indicates whether the binding follows its input and accepts values.
  public private(set) var isBound = true

  private let source: BoundSource
  private var token: ObservationToken?
  private var task: Task<Void, Never>?
  private let observers = Observers<BindingState>()

  /// Creates a binding and begins to follow its input.
  ///
  /// - Parameters:
  ///   - input: The origin of the items.
  ///   - module: The module of the list. If it is `nil`, the list has a detached module that
  ///     resolves addresses in the shared registry.
  ///   - command: The command that runs when an item is selected. It receives the current content
  ///     of the item.
  ///   - height: The height in rows of every item that is text, or a view model created by the
  ///     template. If it is `nil`, each item determines its height. If the height is set, a long
  ///     list does not create items that are not visible.
  ///   - template: A function that returns the representation of an item. If it is `nil`, the
  ///     submodules of the list's module show the items.
  ///   - configure: A closure that configures the list and the binding. It is called once, at the
  ///     end of the initializer.
  public init(
    _ input: BindingInput<Item>, module: Module? = nil,
    onSelect command: SelectionCommand<Item>? = nil, height: Int? = nil,
    template: (@MainActor (Item) -> ItemTemplate)? = nil,
    configure: @MainActor (ListBinding<Item>) -> Void = { _ in }
  ) {
    let module = module ?? .unlisted
    switch input.form {
    case .items(let items):
      state = .finished
      source = BoundSource(ListSnapshot(BoundList(items: items)), .finished)
    case .source(let followed):
      state = BindingState(followed.phase)
      source = BoundSource(followed.snapshot, followed.phase)
    case .values, .calls:
      state = if case .calls = input.form { .idle } else { .loading }
      source = BoundSource(ListSnapshot(BoundList<Item>(items: [])), state.phase)
    }
    self.command = command
    list = ListViewModel(source: source, module: module)
    sender = BindingSender()
    sender.binding = self
    if let template {
      let modules = ItemModules(of: module, height: height, template: template)
      list.itemResolution = { modules.resolution(of: $0) }
    }
    list.onSelect = { [weak self] in self?.didSelect($0) }
    follow(input)
    configure(self)
  }

  isolated deinit {
    unbind()
  }

  private func follow(_ input: BindingInput<Item>) {
    switch input.form {
    case .items, .calls: break
    case .source(let followed):
      // The closure retains the source until the token is canceled.
      token = followed.observe { [weak self] update in
        guard let self, isBound else { return }
        source.pass(update, followed.phase)
        state = BindingState(followed.phase)
      }
    case .values(let read):
      task = Task { @concurrent [sender] in await read(sender) }
    }
  }

  /// Stops observing the input, ignores all later values and runs no more commands.
  ///
  /// The list retains its rows.
  ///
  /// A binding cannot be bound again; create another one instead.
  public func unbind() {
    guard isBound else { return }
    isBound = false
    token?.cancel()
    token = nil
    task?.cancel()
    task = nil
    list.onSelect = nil
    _ = sender.take()
    if state == .loading { take(nil, .idle) }
  }

  // MARK: - Updating

  /// Replaces the items.
  ///
  /// The difference from the current items is one update. If all items are equal, no update is
  /// sent.
  ///
  /// The update finishes before the method returns, unless more than 10,000 items must be compared.
  /// Pending values of the sender are discarded. The next value of the input replaces these items.
  public func update(_ items: [Item]) {
    sender.update(items)
    applyPendingState()
  }

  /// Replaces the items, and shows all of them with new view models.
  ///
  /// If `items` is `nil`, the items do not change.
  public func reload(_ items: [Item]? = nil) {
    guard isBound else { return }
    if let items {
      update(items)
    } else {
      list.reload()
    }
  }

  /// Sets the state to loading.
  public func beginLoading() {
    sender.beginLoading()
    applyPendingState()
  }

  /// Sets the state to finished: no more items follow.
  public func finish() {
    sender.finish()
    applyPendingState()
  }

  /// Sets the state to failed: no more items follow.
  ///
  /// - Parameter reason: The reason of the failure. Line breaks are replaced with spaces.
  public func fail(_ reason: String) {
    sender.fail(reason)
    applyPendingState()
  }

  /// Applies the pending values of the sender.
  func applyPendingState() {
    guard let pending = sender.take(), isBound else { return }
    take(pending.items, pending.state)
  }

  /// Applies items and a state as one update.
  private func take(_ items: [Item]?, _ state: BindingState) {
    list.performBatchUpdates {
      if let items { list.setModel(BoundList(items: items)) }
      source.pass(state.phase)
    }
    self.state = state
  }

  // MARK: - Observing

  /// Observes the changes of the state.
  ///
  /// - Parameter perform: A closure that receives each new state, called on the main actor.
  /// - Returns: A token. The observation ends when the token is canceled or released.
  public func observe(_ perform: @escaping @MainActor (BindingState) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// All items of the list, including items that a filter hides.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  public var items: [Item] {
    list.content.snapshot.sections.flatMap { section in
      (0..<section.items.count).compactMap { section.items.element(at: $0) as? Item }
    }
  }

  /// Returns the item at a path of the content, such as the `path` of a cell, or `nil` if the path
  /// does not exist.
  public func item(at path: ItemPath) -> Item? {
    let items = list.content.snapshot
    return items.contains(path) ? items.element(at: path) as? Item : nil
  }

  private func didSelect(_ path: ItemPath) {
    guard list.snapshot.contains(path) else { return }
    if let item = list.snapshot.element(at: path) as? Item { command?.run(item) }
  }
}

extension Module {
  /// Creates a detached module for a binding without a module.
  ///
  /// It resolves addresses in the shared registry.
  fileprivate static var unlisted: Module {
    Module(
      url: ModuleURL(uncheckedDomain: "binding", path: []), parent: nil,
      sharedState: ModuleRegistry.shared.sharedState, isDetached: true)
  }
}

/// The source of the list of a binding.
///
/// It forwards the updates of the input until the binding is unbound.
@MainActor
final class BoundSource: ListSource {
  private(set) var snapshot: ListSnapshot
  private(set) var phase: ListPhase
  private let observers = Observers<ListUpdate>()

  init(_ snapshot: ListSnapshot, _ phase: ListPhase) {
    (self.snapshot, self.phase) = (snapshot, phase)
  }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Forwards an update of the input and sets the phase.
  func pass(_ update: ListUpdate, _ phase: ListPhase) {
    snapshot = update.after
    self.phase = phase
    observers.notify(update)
  }

  /// Sets the phase.
  ///
  /// If it differs from the current phase, notifies the observers with an update without changes.
  func pass(_ phase: ListPhase) {
    guard phase != self.phase else { return }
    pass(ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)), phase)
  }
}

/// A list with one section that contains the items of an array.
struct BoundList<Item: CellModel>: ListModel, SectionModel {
  let items: [Item]

  var sectionCount: Int { 1 }

  func section(at position: Int) -> any SectionModel { self }

  var sectionID: ItemID { 0 }

  var itemCount: Int { items.count }

  func item(at position: Int) -> any CellModel { items[position] }
}
