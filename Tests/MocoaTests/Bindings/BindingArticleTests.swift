import Mocoa
import MocoaModel
import MocoaTestSupport
import Observation
import Testing

/// The code of the article `Bindings` that compiles without further context.
@MainActor
@Suite("Bindings: examples of the article")
struct BindingArticleTests {
  struct User: CellModel, Identifiable, Equatable {
    let id: Int
    var name: String
    var age: Int
  }

  struct Message: CellModel, Identifiable, Equatable {
    let id: Int
    var title: String
    var isUnread = false
    var isBanner = false
  }

  final class UnreadViewModel: CellViewModel<Message> {
    override var content: TextContent? { TextContent([.init("• \(model.title)", .accent)]) }
  }

  final class BannerViewModel: CellViewModel<Message> {
    override var content: TextContent? { TextContent([.init(model.title, .heading)]) }
  }

  @MainActor
  struct Server {
    let users: AsyncStream<[User]>
    let fetch: ([User]) -> Void

    init() {
      let (users, continuation) = AsyncStream.makeStream(of: [User].self)
      (self.users, fetch) = (users, { continuation.yield($0) })
    }
  }

  @Test("fetch, show and select users")
  func demo() async throws {
    let server = Server()
    let url = try ModuleURL("mocoa://examples/users/")
    var said: [String] = []
    func log(_ line: String) { said.append(line) }

    let users = ListBinding(.values(server.users), onSelect: .action { log("chose \($0.name)") }) {
      user in
      .text([.init(user.name, .title)], trailing: [.init("\(user.age)", .number)])
    }
    let page = ListPageViewModel(url: url, list: users.list)

    page.prepareIfNeeded()
    for count in [12, 1, 20] {
      server.fetch((0..<count).map { User(id: $0, name: "user--\($0)", age: 7 * $0 % 100) })
      await eventually("\(count) rows") { page.list.snapshot.itemCount == count }
    }
    #expect(page.list.cell(at: path(19)).text == "user--19 33")
    page.list.select(path(3))
    #expect(said == ["chose user--3"])
    #expect(users.state == .idle)
  }

  @MainActor
  @Observable
  final class UserModel {
    var userList: [User] = []
  }

  @Test("an observed property is a sequence")
  func observed() async {
    let model = UserModel()
    let binding = ListBinding(.values(Observations { model.userList })) { user in
      .text([.init(user.name, .title)])
    }
    binding.list.prepareIfNeeded()
    await eventually("the first value") { binding.state == .idle }
    #expect(binding.items.isEmpty)
    model.userList = [User(id: 1, name: "Ann", age: 7)]
    await eventually("Ann") { binding.items == model.userList }
    #expect(binding.list.cell(at: path(0)).text == "Ann")
  }

  @Test("a template for each item")
  func templates() throws {
    let banner = try ModuleURL("mocoa://ads/:/banner")
    let registry = ModuleRegistry()
    registry.define(banner).register(BannerViewModel.self)
    let messages = [
      Message(id: 0, title: "Buy!", isBanner: true), Message(id: 1, title: "new", isUnread: true),
      Message(id: 2, title: "old"),
    ]
    let binding = ListBinding(
      .items(messages), module: registry.define("mocoa://messages/"),
      template: { item in
        if item.isBanner { return .module(banner) }
        return item.isUnread
          ? .viewModel(UnreadViewModel(model: item)) : .text([.init(item.title, .title)])
      })
    binding.list.prepareIfNeeded()
    #expect((0..<3).map { binding.list.cell(at: path($0)).text } == ["Buy!", "• new", "old"])
  }

  @Test("a command with a callback")
  func command() {
    var pending: [() -> Void] = []
    var fetched: [String] = []
    func fetchPicture(of user: User, completion done: @escaping @MainActor () -> Void) {
      pending.append {
        fetched.append(user.name)
        done()
      }
    }

    let download = SelectionCommand<User>.callback(.queue) { user, done in
      fetchPicture(of: user) { done() }
    }

    for name in ["Ann", "Bob"] { download.run(User(id: 0, name: name, age: 0)) }
    while !pending.isEmpty { pending.removeFirst()() }
    #expect(fetched == ["Ann", "Bob"])
    #expect(!download.isRunning)
  }
}
