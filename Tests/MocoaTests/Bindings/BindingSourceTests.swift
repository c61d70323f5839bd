import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@MainActor
@Suite("Bindings: sources and lifetime")
struct BindingSourceTests {
  let source = FakeListSource((0..<3).map { SampleItem($0) })

  func bind() -> ListBinding<SampleItem> {
    let binding = ListBinding<SampleItem>(.source(source)) { .text([.init($0.text, .title)]) }
    binding.list.prepareIfNeeded()
    return binding
  }

  @Test("forward the list and the change sets of a source")
  func following() throws {
    let binding = bind()
    var updates: [ListUpdate] = []
    let token = binding.list.observe { updates.append($0) }
    defer { token.cancel() }
    #expect(binding.items.map(\.id) == [0, 1, 2])
    // A comparison would not detect a reload.
    source.show([0, 1, 2, 3].map { SampleItem($0) }, reloads: [path(1)])
    #expect(updates.map(\.changes.reloads) == [[path(1)]])
    #expect(binding.items.count == 4)
    #expect(binding.list.source.snapshot.itemCount == 4)
    #expect(binding.list.cell(at: path(3)).text == "3")
  }

  @Test("use the phase of a source as their state")
  func phase() {
    let binding = bind()
    var states: [BindingState] = []
    let token = binding.observe { states.append($0) }
    defer { token.cancel() }
    #expect(binding.state == .finished)
    source.phase = .loading(fraction: 0.5)
    #expect(binding.list.phase == .loading(fraction: 0.5))
    source.phase = .failed("gone")
    #expect(states == [.loading, .failed("gone")])
    #expect(binding.list.phase == .failed("gone"))
    #expect(binding.items.count == 3)
  }

  @Test("HR-26 with a source: passed items are visible until its next change")
  func byHand() {
    let binding = bind()
    binding.update([SampleItem(9)])
    #expect(binding.items.map(\.id) == [9])
    source.show([SampleItem(1), SampleItem(9)])
    #expect(binding.items.map(\.id) == [1, 9])
  }

  @Test("show all sections of a source")
  func sections() {
    let binding = bind()
    source.show(sections: [.init(0, [SampleItem(0)]), .init(1, [SampleItem(7)])])
    #expect(binding.list.snapshot.sections.count == 2)
    #expect(binding.items.map(\.id) == [0, 7])
  }

  // MARK: - Lifetime

  @Test("keep their rows after unbinding and ignore all inputs")
  func unbinding() async {
    let (values, feed) = AsyncStream.makeStream(of: [User].self)
    let end = CancellationToken()
    feed.onTermination = { _ in end.cancel() }
    let bound = Bound(.values(values))
    feed.yield(users(0..<2))
    await eventually("two rows") { bound.counts == [2] }
    bound.binding.unbind()
    #expect(!bound.binding.isBound)
    await eventually("the task is cancelled") { end.isCancelled }
    bound.binding.update(users(0..<5))
    bound.binding.sender.update(users(0..<6))
    bound.binding.fail("late")
    bound.binding.reload()
    await settle()
    #expect(bound.rows == ["user--0", "user--1"])
    #expect(bound.binding.state == .idle)
    #expect(bound.updates.count == 1)

    let followed = bind()
    followed.unbind()
    source.show([])
    #expect(followed.items.count == 3)
  }

  @Test("end loading when they are unbound")
  func unbindingWhileLoading() {
    let bound = Bound(.values(AsyncStream<[User]> { _ in }))
    bound.binding.unbind()
    #expect(bound.binding.state == .idle)
    #expect(bound.list.phase == .finished)
  }

  @Test("HR-32: a released binding ends its task, but not the sequence")
  func dropped() async {
    let (values, feed) = AsyncStream.makeStream(of: [User].self)
    let end = CancellationToken()
    feed.onTermination = { _ in end.cancel() }
    var binding: ListBinding<User>? = ListBinding(.values(values)) {
      .text([.init($0.name, .title)])
    }
    feed.yield(users(0..<2))
    await eventually("two rows") { binding?.items.count == 2 }
    weak let weakBinding = binding
    weak let weakList = binding?.list
    weak let weakSender = binding?.sender
    binding = nil
    #expect(weakBinding == nil)
    #expect(weakList == nil)
    await eventually("the task is cancelled") { end.isCancelled }
    await eventually("the sender is gone") { weakSender == nil }
    withExtendedLifetime((values, feed)) {}
  }

  @Test("HR-32 with a source: neither retains the other")
  func droppedSource() {
    var binding: ListBinding<SampleItem>? = bind()
    weak let weakBinding = binding
    weak let weakList = binding?.list
    binding = nil
    #expect(weakBinding == nil)
    #expect(weakList == nil)

    var followed: FakeListSource? = FakeListSource([SampleItem]())
    weak let weakSource = followed
    var other = followed.map { ListBinding<SampleItem>(.source($0)) }
    followed = nil
    #expect(weakSource != nil)
    other?.unbind()
    #expect(weakSource == nil)
    other = nil
  }

  @Test("release the captures of template, command and hook")
  func captures() async {
    final class Owner {}
    var owner: Owner? = Owner()
    weak let weakOwner = owner
    var binding: ListBinding<User>? = ListBinding(
      .items(users(0..<1)), onSelect: .action { [owner] _ in _ = owner },
      template: { [owner] user in
        _ = owner
        return .text([.init(user.name, .title)])
      },
      configure: { [owner] _ in _ = owner })
    binding?.list.prepareIfNeeded()
    binding?.list.select(path(0))
    owner = nil
    #expect(weakOwner != nil)
    binding = nil
    #expect(weakOwner == nil)
  }

  @Test("HR-33: without its binding, a list keeps rows but runs no command")
  func orphaned() {
    var ran: [User] = []
    var binding: ListBinding<User>? = ListBinding(
      .items(users(0..<2)), onSelect: .action { ran.append($0) }
    ) { .text([.init($0.name, .title)]) }
    let list = binding?.list
    let sender = binding?.sender
    list?.prepareIfNeeded()
    binding = nil
    #expect(list?.select(path(1)) == true)
    #expect(ran.isEmpty)
    #expect(list?.cell(at: path(1)).text == "user--1")
    sender?.update([])
    #expect(list?.snapshot.itemCount == 2)
  }

  @Test("HR-30: the hook runs exactly once, last, for every input")
  func configuring() {
    let sequence = AsyncStream<[User]> { _ in }
    let inputs: [BindingInput<User>] = [
      .items(users(0..<2)), .source(FakeListSource([SampleItem]())), .values(sequence), .manual,
    ]
    for input in inputs {
      var seen: [ListBinding<User>] = []
      let binding = ListBinding(input, onSelect: .action { _ in }) {
        .text([.init($0.name, .title)])
      } configure: { binding in
        seen.append(binding)
        #expect(binding.isBound)
        #expect(binding.command != nil)
        binding.list.selectionMode = .multiple
        if !binding.items.isEmpty { #expect(binding.list.cell(at: path(0)).text == "user--0") }
      }
      #expect(seen.count == 1)
      #expect(seen.first === binding)
      #expect(binding.list.selectionMode == .multiple)
    }
  }
}
