import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// An observer that records activity events.
@MainActor
final class ActivityRecorder {
  private(set) var events: [ActivityEvent] = []
  private var token: ObservationToken?

  init(_ registry: ModuleRegistry) {
    token = registry.observeActivity { [unowned self] in events.append($0) }
  }

  /// Returns the events since the last call.
  func take() -> [ActivityEvent] {
    defer { events = [] }
    return events
  }

  /// Returns the events since the last call, as text.
  func lines() -> [String] { take().map { "\($0.kind) \($0)" } }
}

@Suite("Activity log: events as data")
@MainActor
struct ActivityTests {
  private let registry = ModuleRegistry()

  private func list(_ numbers: [Int], kind: String = "") -> (ListViewModel, FakeListSource) {
    let source = FakeListSource([.init(100, numbers.map { SampleItem($0, kind: kind) })])
    let list = ListViewModel(source: source, module: registry.define("mocoa://h/list"))
    list.prepareIfNeeded()
    return (list, source)
  }

  // MARK: - Modules

  @Test("reports a registration with its origin, and a replacement with both")
  func registering() throws {
    let witness = ActivityRecorder(registry)
    let cell = registry.define("mocoa://h/list").section.cell
    cell.register(SampleViewModel.self, file: "A.swift", line: 1)
    cell.register(AnySampleViewModel.self, file: "B.swift", line: 2)
    #expect(
      witness.lines() == [
        "module mocoa://h/list/:/:: ViewModel SampleViewModel (A.swift:1)",
        "module mocoa://h/list/:/:: ViewModel AnySampleViewModel (B.swift:2) replaces "
          + "SampleViewModel (A.swift:1)",
      ])
    // Views of two renderers do not conflict.
    cell.testView("v")
    cell.setSlot(7, for: OtherPresentation.self, named: "7", origin: .init(file: "f", line: 1))
    let all = witness.take()
    #expect(all.count == 2)
    for event in all {
      if case .module(.registered) = event { continue }
      Issue.record("\(event)")
    }
  }

  @Test("reports unregistration of each registration and of the subtree")
  func unregistering() {
    let module = registry.define("mocoa://h/list")
    module.section.cell.register(SampleViewModel.self, file: "A.swift", line: 1)
    module.section.cell.register(SampleViewModel.self, file: "B.swift", line: 2).height(3)
    module.section.cell("n").register(AnySampleViewModel.self)
    let witness = ActivityRecorder(registry)
    module.section.cell.unregister(.viewModel)
    #expect(
      witness.lines() == [
        "module mocoa://h/list/:/:: ViewModel SampleViewModel (B.swift:2) was unregistered"
      ])
    module.unregisterSubtree()
    #expect(witness.take().count == 2)
    module.unregisterSubtree()
    #expect(witness.take().isEmpty)
  }

  @Test("reports only the rejection of a registration without address")
  func refused() {
    let witness = ActivityRecorder(registry)
    registry.define("mocoa:/h").register(SampleViewModel.self)
    registry.define("mocoa://h/").cell("a/b").register(SampleViewModel.self)
    let events = witness.take()
    #expect(events.map { "\($0)" } == registry.rejectedRegistrations.map { "rejected: \($0)" })
    #expect(events.count == 2)
  }

  // MARK: - Batches

  @Test("reports an outer batch from begin to end, without inner ones")
  func batch() throws {
    let (list, _) = list([0, 1, 2])
    let witness = ActivityRecorder(registry)
    try list.performBatchUpdates {
      try list.deleteCell(at: path(0, 0))
      list.performBatchUpdates {}
      try list.insertCell(SampleItem(9), at: path(0, 2))
    }
    let url = "batch mocoa://h/list: "
    #expect(
      witness.lines() == [
        url + "batch started", url + "batch finished", url + "items −1 +1, synchronously",
      ])
    list.performBatchUpdates {}
    #expect(witness.lines() == [url + "batch started", url + "batch finished"])
    #expect(throws: TestError.self) {
      try list.performBatchUpdates {
        try list.deleteCell(at: path(0, 0))
        throw TestError()
      }
    }
    #expect(witness.lines() == [url + "batch started", url + "batch failed and was rolled back"])
    try list.moveCell(at: path(0, 0), to: path(0, 2))
    #expect(witness.lines() == [url + "items ↕1, synchronously"])
    list.reload()
    #expect(witness.lines() == [url + "sections −1 +1, by reload"])
    let updated = SampleItem(1, "other")
    let (other, source) = self.list([0, 1])
    source.show(sections: [.init(100, [updated]), .init(101, name: "x", [SampleItem(5)])])
    #expect(witness.lines() == [url + "sections +1, items −1 ~1, by source"])
    source.phase = .loading(fraction: nil)
    #expect(witness.lines().isEmpty)
    withExtendedLifetime(other) {}
  }

  private struct TestError: Error {}

  @Test("reports a background difference when it begins and when it appears")
  func thread() async throws {
    let (list, _) = list(Array(0..<100))
    list.immediateLimit = 4
    let witness = ActivityRecorder(registry)
    func model(_ numbers: Range<Int>) -> SectionedList {
      SectionedList([Section(id: 100, items: numbers.map { SampleItem($0) })])
    }
    _ = list.setModel(model(50..<150))
    let update = list.setModel(model(1..<101))
    #expect(await update.result != nil)
    let url = "batch mocoa://h/list: "
    #expect(
      witness.lines() == [
        url + "diffing 100 items in background",
        url + "diff canceled: a newer change replaced it",
        url + "diffing 100 items in background",
        url + "items −1 +1, in background",
      ])
  }

  @Test("reports the page that contains a list")
  func page() throws {
    registry.define("mocoa://h/page").page("P") { [registry] options in
      ListPageViewModel(
        options: options,
        list: ListViewModel(
          model: SectionedList([Section(id: 0, items: [SampleItem(1)])]),
          module: registry.define("mocoa://h/list")))
    }
    let navigator = Navigator(registry: registry)
    let url = try ModuleURL("mocoa://h/page?a=1")
    let page = try #require(try navigator.push(url) as? ListPageViewModel)
    let witness = ActivityRecorder(registry)
    try page.list.deleteCell(at: path(0, 0))
    guard case .batch(let batch) = try #require(witness.take().first) else {
      Issue.record("no batch")
      return
    }
    #expect(batch.page == url)
    #expect(batch.list == (try ModuleURL("mocoa://h/list")))
  }

  // MARK: - Emissions

  @Test("reports the path of an emission and its consumer")
  func emission() throws {
    registry.define("mocoa://h/list").section.cell.register(SampleViewModel.self)
    let (list, _) = list([0, 1])
    let root = TracingViewModel("root")
    try root.addChild(list)
    root.prepareIfNeeded()
    let cell = list.cell(at: path(0, 1))
    let witness = ActivityRecorder(registry)
    cell.emit("tap", value: 7)
    #expect(
      witness.lines() == [
        "emission tap Int: SampleViewModel 0.1 ▸ SectionViewModel ▸ ListViewModel"
          + " ▸ TracingViewModel, not consumed"
      ])
    root.consumes = "tap"
    cell.emit("tap")
    guard case .emission(let told) = try #require(witness.take().first) else {
      Issue.record("no emission")
      return
    }
    #expect(told.outcome == .consumed)
    #expect(told.value == nil)
    #expect(told.receivers.last?.type == "TracingViewModel")
    cell.emit(.redraw)
    #expect(
      witness.lines() == [
        "emission redraw: SampleViewModel 0.1 ▸ SectionViewModel, consumed"
      ])
  }

  @Test("reports a deferred emission when it is delivered")
  func held() throws {
    registry.define("mocoa://h/list").section.cell.register(SampleViewModel.self)
    let (list, _) = list([0, 1])
    let cell = list.cell(at: path(0, 1))
    let witness = ActivityRecorder(registry)
    try list.performBatchUpdates {
      cell.emit("a")
      cell.emit(.redraw)
      try list.deleteCell(at: path(0, 0))
    }
    #expect(
      witness.lines() == [
        "batch mocoa://h/list: batch started", "batch mocoa://h/list: batch finished",
        "emission redraw: SampleViewModel 0.0 ▸ SectionViewModel, consumed",
        "batch mocoa://h/list: items −1, synchronously",
        "emission a: SampleViewModel 0.0 ▸ SectionViewModel ▸ ListViewModel, not consumed",
      ])
  }

  @Test("reports an emission before readiness as dropped")
  func dropped() throws {
    let witness = ActivityRecorder(registry)
    let module = registry.define("mocoa://h/alone")
    module.register(SampleViewModel.self)
    let alone = try module.makeViewModel(for: SampleItem(1))
    _ = witness.take()
    alone.emit("early")
    #expect(
      witness.lines() == ["emission early: SampleViewModel, dropped: the receiver is not ready"])
    alone.prepareIfNeeded()
    alone.emit("late")
    #expect(witness.lines() == ["emission late: SampleViewModel, not consumed"])
    // A parent that is not ready forwards no emission.
    let parent = TracingViewModel("parent")
    try parent.addChild(alone)
    alone.emit("up")
    #expect(
      witness.lines() == [
        "emission up: SampleViewModel ▸ TracingViewModel, dropped: the receiver is not ready"
      ])
  }

  // MARK: - Misses

  @Test("reports an unregistered kind once, with its candidates")
  func misses() throws {
    let (list, _) = list([0, 1, 2], kind: "k")
    let witness = ActivityRecorder(registry)
    for item in 0..<3 { _ = list.cell(at: path(0, item)) }
    let miss = "miss mocoa://h/list/:/k: not registered; mocoa://h/list/:/: not registered"
    #expect(witness.lines() == [miss])
    // The list clears its cache and resolves the kind again.
    registry.define("mocoa://other/").testView()
    _ = witness.take()
    _ = list.resolution(.cell, named: "k", section: "")
    #expect(witness.take().isEmpty)
    let cell = registry.define("mocoa://h/list").section.cell
    cell.register(SampleViewModel.self)
    _ = list.resolution(.cell, named: "k", section: "")
    cell.unregister()
    _ = witness.take()
    _ = list.resolution(.cell, named: "k", section: "")
    #expect(witness.lines() == [miss])
  }

  @Test("reports a model mismatch once for its reason")
  func mismatch() throws {
    registry.define("mocoa://h/list").section.cell.register(SampleViewModel.self)
    let list = ListViewModel(
      data: [1, 2] as [Int], module: registry.define("mocoa://h/list"))
    let witness = ActivityRecorder(registry)
    for section in list.snapshot.sections.indices { _ = list.cell(at: path(section, 0)) }
    let lines = witness.lines()
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix("miss mocoa://h/list/:/:: model mismatch: expected a") == true)
  }

  @Test("reports pages and modules that cannot be created as misses")
  func pages() throws {
    let witness = ActivityRecorder(registry)
    let url = try ModuleURL("mocoa://nowhere/")
    #expect(throws: Navigator.NavigationError.self) { try Navigator(registry: registry).push(url) }
    try Navigator(registry: registry, isDebugging: true).push(url)
    #expect(throws: ViewModelCreationError.self) { try registry.makeViewModel(at: url) }
    let miss = "miss mocoa://nowhere/: mocoa://nowhere/: no such module"
    #expect(witness.lines() == [miss, miss, miss])
  }

  @Test("reports messages of a module with their source")
  func note() throws {
    let module = registry.define("mocoa://h/list")
    module.log("not observed")
    let witness = ActivityRecorder(registry)
    module.log("not saved: the disk is full", isWarning: true)
    guard case .note(let note)? = witness.events.first else {
      Issue.record("no note")
      return
    }
    #expect(note.url == module.url && note.isWarning)
    #expect(witness.lines() == ["note mocoa://h/list: not saved: the disk is full"])
  }

  // MARK: - No observer

  @Test("creates no event without an observer")
  func nobody() throws {
    let module = registry.define("mocoa://h/list")
    module.section.cell("n").register(SampleViewModel.self)
    let (list, _) = list([0, 1], kind: "n")
    var witness: ActivityRecorder? = ActivityRecorder(registry)
    try list.deleteCell(at: path(0, 0))
    #expect(witness?.events.count == 1)
    #expect(registry.activityCount == 1)
    witness = nil
    try list.performBatchUpdates { try list.insertCell(SampleItem(7, kind: "q"), at: path(0, 0)) }
    list.cell(at: path(0, 0)).emit("a")
    list.cell(at: path(0, 1)).emit(.redraw)
    registry.define("mocoa:/h").register(SampleViewModel.self)
    module.section.cell("n").register(SampleViewModel.self)
    module.unregisterSubtree()
    #expect(throws: ViewModelCreationError.self) { try registry.makeViewModel(at: module.url) }
    #expect(registry.activityCount == 1)
  }

  @Test("keeps the events of two registries separate")
  func separate() {
    let other = ModuleRegistry()
    let witness = ActivityRecorder(other)
    registry.define("mocoa://h/").testView()
    #expect(witness.take().isEmpty)
    other.define("mocoa://h/").testView()
    #expect(witness.take().count == 1)
  }
}
