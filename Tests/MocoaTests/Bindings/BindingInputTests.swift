import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@MainActor
@Suite("Bindings: inputs")
struct BindingInputTests {
  struct TestError: Error, CustomStringConvertible {
    let description = "the server\nrefused"
  }

  typealias Stream = AsyncThrowingStream<[User], any Error>

  let values: Stream
  let feed: Stream.Continuation

  init() {
    (values, feed) = Stream.makeStream()
  }

  // MARK: - Arrays

  @Test("HR-01: two users are two items in one section")
  func array() {
    let bound = Bound(.items(users(0..<2)))
    #expect(bound.counts == [2])
    #expect(bound.rows == ["user--0", "user--1"])
    #expect(bound.binding.items == users(0..<2))
    #expect(bound.binding.state == .finished)
    #expect(bound.list.phase == .finished)
  }

  @Test("HR-02: no users are one section without items")
  func noUsers() {
    #expect(Bound(.items([])).counts == [0])
  }

  @Test("HR-04: the type of a binding requires an input")
  func noInput() {
    #expect(!(BindingInput<User>.self is any ExpressibleByNilLiteral.Type))
  }

  @Test("HR-25: a changed array is not visible until it is passed")
  func value() {
    var outside = users(0..<2)
    let bound = Bound(.items(outside))
    outside.append(User(2))
    #expect(bound.counts == [2])
    bound.binding.reload()
    #expect(bound.counts == [2])
    bound.binding.reload(outside)
    #expect(bound.counts == [3])
  }

  @Test("HR-24: reloading without an array redraws the rows in one update")
  func reloading() {
    let bound = Bound(.items(users(0..<3)))
    let before = bound.cell(1)
    bound.binding.reload(nil)
    #expect(bound.updates.count == 1)
    #expect(bound.rows == ["user--0", "user--1", "user--2"])
    #expect(bound.cell(1) !== before)
    #expect(bound.binding.state == .finished)
  }

  @Test("reloading with an array keeps the view models of remaining items")
  func reloadingArray() {
    let bound = Bound(.items(users(0..<3)))
    let before = bound.cell(2)
    bound.binding.reload([User(2), User(3)])
    #expect(bound.changes.count == 1)
    #expect(bound.rows == ["user--2", "user--3"])
    #expect(bound.cell(0) === before)
  }

  // MARK: - Sequences

  @Test("HR-05: a sequence without values shows no rows and sends nothing")
  func silent() async {
    let bound = Bound(.values(values))
    await settle()
    #expect(bound.counts == [0])
    #expect(bound.updates.isEmpty)
    #expect(bound.binding.state == .loading)
    #expect(bound.list.phase == .loading(fraction: nil))
  }

  @Test("HR-06: an available value appears in exactly one update")
  func replaying() async {
    feed.yield(users(0..<1))
    let bound = Bound(.values(values))
    await eventually("a row") { bound.counts == [1] }
    await settle()
    #expect(bound.updates.count == 1)
    #expect(bound.states == [.idle])
    #expect(bound.list.phase == .finished)
  }

  @Test("HR-08: an empty array removes all rows in one update")
  func emptied() async {
    feed.yield(users(0..<5))
    let bound = Bound(.values(values))
    await eventually("rows") { bound.counts == [5] }
    feed.yield([])
    await eventually("no rows") { bound.counts == [0] }
    #expect(bound.updates.count == 2)
    #expect(bound.changes.last?.deletions == [.init(section: 0, range: 0..<5)])
  }

  @Test("HR-09: a nil array has no rows")
  func missing() async {
    let (values, feed) = AsyncStream.makeStream(of: [User]?.self)
    let bound = Bound(.values(values))
    feed.yield(users(0..<5))
    await eventually("rows") { bound.counts == [5] }
    feed.yield(nil)
    await eventually("no rows") { bound.counts == [0] }
  }

  @Test("HR-10: an error is a state in one line, and rows stay")
  func failed() async {
    let bound = Bound(.values(values))
    feed.yield(users(0..<5))
    feed.finish(throwing: TestError())
    await eventually("the failure") { bound.binding.state == .failed("the server refused") }
    #expect(bound.counts == [5])
    #expect(bound.list.phase == .failed("the server refused"))
  }

  @Test("the end of the sequence is a state, and rows stay")
  func finished() async {
    let bound = Bound(.values(values))
    feed.yield(users(0..<5))
    await eventually("rows") { bound.counts == [5] }
    feed.finish()
    await eventually("the end") { bound.binding.state == .finished }
    #expect(bound.counts == [5])
    #expect(bound.states == [.idle, .finished])
  }

  @Test("HR-12: each value is one update, and the last value wins")
  func following() async {
    let bound = Bound(.values(values))
    feed.yield(users(0..<3))
    await eventually("three rows") { bound.counts == [3] }
    feed.yield([User(2), User(0), User(7)])
    await eventually("the others") { bound.binding.items.map(\.id) == [2, 0, 7] }
    #expect(bound.updates.count == 2)
    #expect(bound.changes.count == 2)
    #expect(bound.changes.last?.insertions == [.init(section: 0, range: 2..<3)])
  }

  @Test("an equal array sends no update")
  func equal() async {
    let bound = Bound(.values(values))
    feed.yield(users(0..<3))
    await eventually("three rows") { bound.counts == [3] }
    feed.yield(users(0..<3))
    feed.yield(users(0..<3))
    await settle()
    #expect(bound.updates.count == 1)
    bound.binding.update(users(0..<3))
    #expect(bound.updates.count == 1)
  }

  @Test("may skip values, but keeps their order and shows the last")
  func hurried() async {
    let bound = Bound(.values(values))
    for number in 1...1000 { feed.yield([User(number)]) }
    await eventually("the last") { bound.binding.items == [User(1000)] }
    for number in 1001...2000 {
      feed.yield([User(number)])
      if number.isMultiple(of: 100) { await Task.yield() }
    }
    await eventually("the last") { bound.binding.items == [User(2000)] }
    let shown = bound.updates.compactMap { update -> Int? in
      (update.after.element(at: path(0)) as? User)?.id
    }
    #expect(shown == shown.sorted())
    #expect(shown.count < 2000)
  }

  /// A sequence that always has another value and ignores the cancellation of its task.
  struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var number = 0

    func makeAsyncIterator() -> Endless { self }

    mutating func next() async -> [User]? {
      number += 1
      // All tests may share two threads, so the sequence must not occupy one.
      await Task.yield()
      return [User(number)]
    }
  }

  @Test("an endless sequence does not block the main actor")
  func endless() async {
    var bound: Bound? = Bound(.values(Endless()))
    await eventually("two values") { (bound?.updates.count ?? 0) > 1 }
    weak let gone = bound?.binding
    bound = nil
    await eventually("the end") { gone == nil }
  }

  @Test("HR-26: a passed array is visible until the next value")
  func byHand() async {
    let bound = Bound(.values(values))
    feed.yield(users(0..<2))
    await eventually("two rows") { bound.counts == [2] }
    bound.binding.reload([User(9)])
    #expect(bound.rows == ["user--9"])
    feed.yield(users(0..<3))
    await eventually("three rows") { bound.rows == ["user--0", "user--1", "user--2"] }
  }

  // MARK: - Threads

  @Test("HR-34: values from a thread appear on the main actor")
  func threads() async {
    let bound = Bound(.values(values))
    let feed = feed
    #expect(BackgroundThread.run { feed.yield(users(0..<4)) })
    await eventually("four rows") { bound.counts == [4] }

    let told = Bound(.manual)
    let sender = told.binding.sender
    #expect(
      BackgroundThread.run {
        sender.beginLoading()
        for count in 0...1000 { sender.update(users(0..<count)) }
        sender.finish()
      })
    await eventually("the end") { told.binding.state == .finished }
    #expect(told.counts == [1000])
  }

  // MARK: - Calls

  @Test("passed values appear at once with their state in one update")
  func calls() {
    let bound = Bound(.manual)
    #expect(bound.binding.state == .idle)
    bound.binding.beginLoading()
    #expect(bound.list.phase == .loading(fraction: nil))
    bound.binding.update(users(0..<2))
    #expect(bound.counts == [2])
    #expect(bound.updates.count == 2)
    bound.binding.fail("no route\r\nto host")
    #expect(bound.list.phase == .failed("no route to host"))
    #expect(bound.counts == [2])
    bound.binding.update(users(0..<1))
    bound.binding.finish()
    #expect(bound.states == [.loading, .idle, .failed("no route to host"), .idle, .finished])
    #expect(bound.counts == [1])
  }

  @Test("passed values supersede pending values of the sequence")
  func superseding() async {
    let bound = Bound(.manual)
    bound.binding.sender.update(users(0..<9))
    bound.binding.update(users(0..<1))
    await settle()
    #expect(bound.counts == [1])
    #expect(bound.updates.count == 1)
  }

  @Test("compares a large array in the background, in one update")
  func large() async {
    let bound = Bound(.items(users(0..<30_000)), template: nil)
    bound.binding.update(users((0..<30_000).map { $0 + ($0.isMultiple(of: 2) ? 0 : 100_000) }))
    #expect(bound.updates.isEmpty)
    await eventually("the update") { bound.updates.count == 1 }
    #expect(bound.changes.first?.insertions.count == 15_000)
  }
}
