public import MocoaModel

/// Binds data to a list: an input gives the items, a template says what shows each, and a command
/// what is done with the one that is selected.
///
/// ```swift
/// let users = ListBinding(.values(server.users), onSelect: .action { open($0) }) { user in
///   .text([.init(user.name, .title)], trailing: [.init("\(user.age)", .number)])
/// }
/// let page = ListPageViewModel(url: url, list: users.list)
/// ```
///
/// Whoever makes a binding keeps it: with the binding goes the task that reads its input. Its list
/// then keeps the rows that it has, follows nothing, and runs no command.
@MainActor
public final class ListBinding<Item: CellModel> {
  /// The list: one section of the items, or the sections that a source has.
  public let list: ListViewModel

  /// What is done with an item that is selected; nil where nothing is.
  public let command: SelectionCommand<Item>?

  /// Tells this binding from any thread what it is to show.
  public let sender: BindingSender<Item>

  /// How far the input has come.
  public private(set) var state: BindingState {
    didSet { if state != oldValue { observers.send(state) } }
  }

  /// Whether the input is followed and the binding can be told anything.
  public private(set) var isBound = true

  private let source: BoundSource
  private var token: ObservationToken?
  private var task: Task<Void, Never>?
  private let observers = Observers<BindingState>()

  /// A binding, which follows its input from now on.
  ///
  /// - Parameters:
  ///   - input: where the items come from.
  ///   - module: the module of the list; nil for one that is found by nobody and knows the modules of
  ///     the shared registry.
  ///   - command: what is done with an item that is selected, as the list has it at that moment.
  ///   - height: the rows of every item that is a text, or a view model made by the template; nil for
  ///     what each says itself. Where it is given, long lists need not make what is not seen.
  ///   - template: what shows an item; nil leaves it to the modules below that of the list.
  ///   - configure: called once, when all else is done: the place to set up list and binding.
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
      // The closure keeps what is followed, and goes with the token.
      token = followed.observe { [weak self] update in
        guard let self, isBound else { return }
        source.pass(update, followed.phase)
        state = BindingState(followed.phase)
      }
    case .values(let read):
      task = Task { @concurrent [sender] in await read(sender) }
    }
  }

  /// Follows the input no more, takes nothing any more and runs no command; the list keeps its rows.
  ///
  /// A binding is not bound again: another one is made.
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

  // MARK: - Telling it

  /// Shows other items: what differs from those shown is one update, and equal ones are none.
  ///
  /// It is done when this returns, unless there are more than 10,000 to compare; what a sender has
  /// sent before and has not arrived yet is superseded. The next value of the input takes their place.
  public func update(_ items: [Item]) {
    sender.update(items)
    takeNews()
  }

  /// Shows other items; or the same ones anew, with new view models, where there are none.
  public func reload(_ items: [Item]? = nil) {
    guard isBound else { return }
    if let items {
      update(items)
    } else {
      list.reload()
    }
  }

  /// Says that items are waited for.
  public func load() {
    sender.load()
    takeNews()
  }

  /// Says that no more items will come.
  public func finish() {
    sender.finish()
    takeNews()
  }

  /// Says, in one line, why no more items will come.
  public func fail(_ reason: String) {
    sender.fail(reason)
    takeNews()
  }

  /// Takes what a sender has sent.
  func takeNews() {
    guard let news = sender.take(), isBound else { return }
    take(news.items, news.state)
  }

  /// Shows items and state as one update.
  private func take(_ items: [Item]?, _ state: BindingState) {
    list.performBatchUpdates {
      if let items { list.setModel(BoundList(items: items)) }
      source.pass(state.phase)
    }
    self.state = state
  }

  // MARK: - Looking at it

  /// Tells of every other state, until the token is cancelled or let go.
  public func observe(_ perform: @escaping @MainActor (BindingState) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// The items of the list, whatever query is in effect.
  ///
  /// - Complexity: O(n).
  public var items: [Item] {
    list.content.snapshot.sections.flatMap { section in
      (0..<section.items.count).compactMap { section.items.element(at: $0) as? Item }
    }
  }

  /// The item at a position of the content, as the `path` of a cell is one; nil where there is none.
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
  /// A module that is in no tree, for a list that needs none but knows those of the shared registry.
  fileprivate static var unlisted: Module {
    Module(
      url: ModuleURL(uncheckedDomain: "binding", path: []), parent: nil,
      ledger: ModuleRegistry.shared.ledger, isNowhere: true)
  }
}
