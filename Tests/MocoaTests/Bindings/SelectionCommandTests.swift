import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@MainActor
@Suite("Bindings: what is done with the item that is selected")
struct SelectionCommandTests {
  /// What a command has begun, with what ends each.
  @MainActor
  final class Runs {
    var begun: [(user: User, done: @MainActor () -> Void)] = []

    var ids: [Int] { begun.map(\.user.id) }

    func command(_ policy: SelectionPolicy = .dropWhileRunning) -> SelectionCommand<User> {
      .callback(policy) { [unowned self] in begun.append(($0, $1)) }
    }
  }

  let runs = Runs()

  @Test("HR-16: selecting a row runs the command with its item, at once")
  func selecting() {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command())
    #expect(bound.select(2))
    #expect(runs.begun.map(\.user) == [User(2)])
  }

  @Test("HR-17: without a command nothing happens")
  func noCommand() {
    let bound = Bound(.items(users(0..<3)))
    #expect(bound.select(2))
    #expect(bound.list.selection.contains(path(2)))
  }

  @Test("HR-18: while the command runs, selections are ignored; then it runs again")
  func dropping() throws {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command())
    bound.select(0)
    bound.select(1)
    bound.select(0)
    #expect(runs.ids == [0])
    #expect(bound.binding.command?.isRunning == true)
    try #require(runs.begun.first).done()
    #expect(bound.binding.command?.isRunning == false)
    bound.select(1)
    #expect(runs.ids == [0, 1])
  }

  @Test("selections that queue run one after the other, in order")
  func queueing() {
    let bound = Bound(.items(users(0..<4)), onSelect: runs.command(.queue))
    for item in [2, 0, 3] { bound.select(item) }
    #expect(runs.ids == [2])
    runs.begun[0].done()
    #expect(runs.ids == [2, 0])
    // Only the first call counts.
    runs.begun[0].done()
    #expect(runs.ids == [2, 0])
    runs.begun[1].done()
    runs.begun[2].done()
    #expect(runs.ids == [2, 0, 3])
    #expect(bound.binding.command?.runningCount == 0)
  }

  @Test("ten thousand that wait and are done at once need no ten thousand calls within each other")
  func queueingMany() {
    var (count, first): (Int, (@MainActor () -> Void)?) = (0, nil)
    let command = SelectionCommand<User>.callback(.queue) { _, done in
      count += 1
      if first == nil { first = done } else { done() }
    }
    for number in 0..<10_000 { command.run(User(number)) }
    first?()
    #expect(count == 10_000)
  }

  @Test("concurrent selections run side by side")
  func concurrent() {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command(.concurrent))
    for item in [2, 0, 2] { bound.select(item) }
    #expect(runs.ids == [2, 0, 2])
    #expect(bound.binding.command?.runningCount == 3)
    for run in runs.begun { run.done() }
    #expect(bound.binding.command?.isRunning == false)
  }

  @Test("HR-20: a command that is disabled runs nothing")
  func disabled() {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command())
    bound.binding.command?.isEnabled = false
    #expect(bound.select(1))
    #expect(runs.ids == [])
    bound.binding.command?.isEnabled = true
    bound.select(1)
    #expect(runs.ids == [1])
  }

  @Test("a callback that is let go without a call is done")
  func forgotten() {
    var ran: [Int] = []
    let command = SelectionCommand<User>.callback { user, _ in ran.append(user.id) }
    #expect(command.run(User(1)))
    #expect(command.run(User(2)))
    #expect(ran == [1, 2])
    #expect(!command.isRunning)
  }

  @Test("a task begins before the selection returns, and runs until it ends")
  func task() async {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    var log: [String] = []
    let bound = Bound(
      .items(users(0..<3)),
      onSelect: .task { user in
        log.append("begin \(user.id)")
        for await _ in gate {}
        log.append("end \(user.id)")
      })
    bound.select(1)
    #expect(log == ["begin 1"])
    bound.select(2)
    opening.finish()
    await eventually("the end") { log == ["begin 1", "end 1"] }
    await eventually("rest") { bound.binding.command?.isRunning == false }
  }

  @Test("HR-21: the item is that of the list as it is when it is selected")
  func current() {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command())
    bound.binding.update([User(7), User(8)])
    bound.select(1)
    #expect(runs.begun.map(\.user) == [User(8)])
  }

  @Test("HR-22: a position that the list does not have any more is ignored")
  func stale() {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command())
    bound.binding.update(users(0..<1))
    #expect(!bound.select(2))
    #expect(!bound.list.select(ItemPath(section: 4, item: 0)))
    #expect(runs.ids == [])
  }

  /// Has the list lose the item as it is told that it is selected.
  final class Leaving: CellViewModel<User> {
    static var onSelect: (() -> Void)?
    override func didSelect() { Self.onSelect?() }
  }

  @Test("an item that goes when it is selected is ignored")
  func leaving() {
    defer { Leaving.onSelect = nil }
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command()) { .cell(Leaving(model: $0)) }
    Leaving.onSelect = { bound.binding.update(users(1..<3)) }
    bound.select(0)
    #expect(runs.ids == [])
    Leaving.onSelect = { bound.binding.update([User(9), User(2)]) }
    bound.select(1)
    #expect(runs.ids == [2])
  }

  @Test("HR-36: a row stays selected when the command is done and when the list changes")
  func selection() {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command())
    bound.select(1)
    runs.begun[0].done()
    #expect(bound.cell(1).isSelected)
    bound.binding.update([User(9), User(8), User(1, "renamed")])
    #expect(bound.cell(2).isSelected)
    #expect(bound.cell(2).text == "renamed")
    bound.binding.reload()
    #expect(bound.cell(2).isSelected)
    bound.list.deselectAll()
    #expect(!bound.cell(2).isSelected)
  }

  @Test("one that was chosen already is run again")
  func again() {
    var ran: [Int] = []
    let bound = Bound(.items(users(0..<3)), onSelect: .action { ran.append($0.id) })
    bound.select(1)
    bound.select(1)
    #expect(ran == [1, 1])
  }
}
