import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@MainActor
@Suite("Bindings: selection commands")
struct SelectionCommandTests {
  /// The invocations of a command, each with the closure that completes it.
  @MainActor
  final class Runs {
    var begun: [(user: User, done: @MainActor () -> Void)] = []

    var ids: [Int] { begun.map(\.user.id) }

    func command(_ policy: SelectionPolicy = .dropWhileRunning) -> SelectionCommand<User> {
      .callback(policy) { [unowned self] in begun.append(($0, $1)) }
    }
  }

  let runs = Runs()

  @Test("HR-16: selecting a row runs the command with its item")
  func selecting() {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command())
    #expect(bound.select(2))
    #expect(runs.begun.map(\.user) == [User(2)])
  }

  @Test("HR-17: without a command, a selection has no effect")
  func noCommand() {
    let bound = Bound(.items(users(0..<3)))
    #expect(bound.select(2))
    #expect(bound.list.selection.contains(path(2)))
  }

  @Test("HR-18: drops selections while the command runs")
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

  @Test("queues selections and runs them in order")
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

  @Test("ten thousand queued selections do not nest their calls")
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

  @Test("runs concurrent selections at the same time")
  func concurrent() {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command(.concurrent))
    for item in [2, 0, 2] { bound.select(item) }
    #expect(runs.ids == [2, 0, 2])
    #expect(bound.binding.command?.runningCount == 3)
    for run in runs.begun { run.done() }
    #expect(bound.binding.command?.isRunning == false)
  }

  @Test("HR-20: a disabled command does not run")
  func disabled() {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command())
    bound.binding.command?.isEnabled = false
    #expect(bound.select(1))
    #expect(runs.ids == [])
    bound.binding.command?.isEnabled = true
    bound.select(1)
    #expect(runs.ids == [1])
  }

  @Test("a released callback completes the command")
  func forgotten() {
    var ran: [Int] = []
    let command = SelectionCommand<User>.callback { user, _ in ran.append(user.id) }
    #expect(command.run(User(1)))
    #expect(command.run(User(2)))
    #expect(ran == [1, 2])
    #expect(!command.isRunning)
  }

  @Test("a task begins before the selection returns")
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

  @Test("HR-21: uses the item of the current list")
  func current() {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command())
    bound.binding.update([User(7), User(8)])
    bound.select(1)
    #expect(runs.begun.map(\.user) == [User(8)])
  }

  @Test("HR-22: ignores a path that is not in the list")
  func stale() {
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command())
    bound.binding.update(users(0..<1))
    #expect(!bound.select(2))
    #expect(!bound.list.select(ItemPath(section: 4, item: 0)))
    #expect(runs.ids == [])
  }

  /// A view model that removes its item when it is selected.
  final class Leaving: CellViewModel<User> {
    static var onSelect: (() -> Void)?
    override func didSelect() { Self.onSelect?() }
  }

  @Test("ignores an item that is removed during its selection")
  func leaving() {
    defer { Leaving.onSelect = nil }
    let bound = Bound(.items(users(0..<3)), onSelect: runs.command()) {
      .viewModel(Leaving(model: $0))
    }
    Leaving.onSelect = { bound.binding.update(users(1..<3)) }
    bound.select(0)
    #expect(runs.ids == [])
    Leaving.onSelect = { bound.binding.update([User(9), User(2)]) }
    bound.select(1)
    #expect(runs.ids == [2])
  }

  @Test("HR-36: a row stays selected after the command and after changes")
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

  @Test("selecting the selected item runs the command again")
  func again() {
    var ran: [Int] = []
    let bound = Bound(.items(users(0..<3)), onSelect: .action { ran.append($0.id) })
    bound.select(1)
    bound.select(1)
    #expect(ran == [1, 1])
  }
}
