internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Users who are fetched, and of whom one is selected: the demo of a list binding.
///
/// The binding is told what the server has answered, and finds out itself what has changed. Reading an
/// asynchronous sequence in its place would take a line less; but an idle program would not rest then.
final class UsersPage: ListPageViewModel {
  static let address = "\(Examples.address)users/"

  /// How long it takes to select somebody.
  static let pause = Duration.seconds(1)

  private let users: ListBinding<User>
  private let server: UserServer

  /// What is happening, or came of what happened last.
  private var status = "" { didSet { redraw() } }

  /// The number of the last fetch; nil for one that is not waited for any more.
  private var fetching: Int?
  private var fetches = 0

  /// Those who wait for the first users.
  private var waiting: [@MainActor (String?) -> Void] = []

  static func register(in registry: ModuleRegistry, clock: (any FrameClock)?) {
    registry[address].page("Users") { options in
      UsersPage(options: options, server: UserServer(clock: clock), clock: clock)
    }
  }

  /// A page that shows what a server knows.
  ///
  /// - Parameter clock: the time that it takes to select somebody; with nil it takes none.
  init(options: PageOptions, server: UserServer, clock: (any FrameClock)?) {
    self.server = server
    let selection = Selection()
    let command = SelectionCommand<User>.callback(.dropWhileRunning) { user, done in
      selection.page?.select(user, clock, done)
    }
    users = ListBinding(.calls, onSelect: command, height: 1) {
      .cell(UserCellViewModel(model: $0))
    }
    super.init(options: options, list: users.list)
    selection.page = self
  }

  /// Whose the selections are: the command is made before the page is.
  @MainActor
  private final class Selection {
    weak var page: UsersPage?
  }

  override func prepare() { fetch() }

  override var title: String { "users" }
  override var breadcrumb: [String] { ["examples", title] }
  override var activity: String { status }

  override var commands: [PageCommand] {
    [PageCommand("fetch", letter: "r") { [weak self] in self?.fetch() }]
  }

  // MARK: - Fetching

  /// Has the server asked for its users; one request at a time.
  private func fetch() {
    guard fetching == nil else { return }
    fetches += 1
    fetching = fetches
    users.load()
    status = "fetching…"
    server.fetch { [weak self, number = fetches] in self?.receive($0, of: number) }
  }

  private func receive(_ answer: Result<[User], UserServer.Failure>, of number: Int) {
    guard fetching == number else { return }
    fetching = nil
    switch answer {
    case .success(let items):
      users.update(items)
      users.finish()
      status = items.count == 1 ? "1 user" : "\(items.count) users"
    case .failure(let error):
      users.fail(error.description)
      status = users.items.isEmpty ? "" : "as fetched before"
    }
    let waiting = waiting
    self.waiting = []
    for perform in waiting { perform(nil) }
  }

  override func readAgain() -> Bool {
    fetch()
    return true
  }

  /// Waits for the server no more; the users that are shown stay.
  override func stopLoading() -> Bool {
    guard fetching != nil else { return false }
    fetching = nil
    users.finish()
    status = "not fetched"
    return true
  }

  override func whenSettled(_ perform: @escaping @MainActor (String?) -> Void) {
    if fetching != nil, users.items.isEmpty { waiting.append(perform) } else { perform(nil) }
  }

  // MARK: - Selecting

  /// Says it where somebody is chosen while somebody else is being selected, which does nothing.
  override func didReceive(_ emission: Emission) {
    guard emission.name == .choose, let user = emission.value as? User else {
      return super.didReceive(emission)
    }
    if users.command?.isRunning == true { status = "busy: \(user.name) was not selected" }
  }

  private func select(
    _ user: User, _ clock: (any FrameClock)?, _ done: @escaping @MainActor () -> Void
  ) {
    status = "selecting \(user.name)…"
    let end: @MainActor () -> Void = { [weak self] in
      self?.status = "selected \(user.name) (\(user.age))"
      done()
    }
    if let clock { clock.call(after: Self.pause, end) } else { end() }
  }
}
