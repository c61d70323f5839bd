internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// An example of a list binding: a list of fetched users, in which each user can be selected.
///
/// The binding receives the responses of the server and computes the changes. An asynchronous
/// sequence instead of closures would need one line less, but would keep an idle program awake.
final class UsersPage: ListPageViewModel {
  static let address = "\(Examples.address)users/"

  /// The time that the selection of a user takes.
  static let pause = Duration.seconds(1)

  private let users: ListBinding<User>
  private let server: UserServer

  /// The current activity, or the result of the last activity.
  private var status = "" { didSet { redraw() } }

  /// The identity of the pending fetch, or `nil` if no fetch is pending.
  private var fetching: Int?
  private var fetches = 0

  /// The closures to call after the first users are loaded.
  private var waiting: [@MainActor (String?) -> Void] = []

  static func register(in registry: ModuleRegistry, clock: (any FrameClock)?) {
    registry.define(address).page("Users") { options in
      UsersPage(options: options, server: UserServer(clock: clock), clock: clock)
    }
  }

  /// Creates a page with the users of a server.
  ///
  /// - Parameters:
  ///   - options: The options of the page.
  ///   - server: The server.
  ///   - clock: The clock of the selection, or `nil` for no delay.
  init(options: PageOptions, server: UserServer, clock: (any FrameClock)?) {
    self.server = server
    let selection = Selection()
    let command = SelectionCommand<User>.callback(.dropWhileRunning) { user, done in
      selection.page?.select(user, clock, done)
    }
    users = ListBinding(.manual, onSelect: command, height: 1) {
      .viewModel(UserCellViewModel(model: $0))
    }
    super.init(options: options, list: users.list)
    selection.page = self
  }

  /// A reference from the selection command to the page.
  ///
  /// The command is created before the page.
  @MainActor
  private final class Selection {
    weak var page: UsersPage?
  }

  override func prepare() { fetch() }

  override var title: String { "users" }
  override var breadcrumb: [String] { ["examples", title] }
  override var statusText: String { status }

  override var commands: [PageCommand] {
    [PageCommand("fetch", letter: "r") { [weak self] in self?.fetch() }]
  }

  // MARK: - Fetching

  /// Requests the users from the server, one request at a time.
  private func fetch() {
    guard fetching == nil else { return }
    fetches += 1
    fetching = fetches
    users.beginLoading()
    status = "fetching…"
    server.fetch { [weak self, number = fetches] in self?.receive($0, of: number) }
  }

  private func receive(_ answer: Result<[User], UserServer.ServerError>, of number: Int) {
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

  override func reload() -> Bool {
    fetch()
    return true
  }

  /// Cancels the pending fetch.
  ///
  /// The users that were fetched before stay visible.
  override func stopLoading() -> Bool {
    guard fetching != nil else { return false }
    fetching = nil
    users.finish()
    status = "not fetched"
    return true
  }

  override func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) {
    if fetching != nil, users.items.isEmpty { waiting.append(perform) } else { perform(nil) }
  }

  // MARK: - Selecting

  /// Shows in the status text that a user was not selected because another selection is running.
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
