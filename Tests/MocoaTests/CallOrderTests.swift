import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// The events of the sections and cells of a list, in order.
@MainActor
private enum CallRecorder {
  // Tests without suspension have exclusive use of the main actor.
  static var trace = Trace()
}

private final class LoggedCell: CellViewModel<SampleItem> {
  override func prepare() { CallRecorder.trace.lines.append("cell \(model.id).prepare") }
  override func didMoveToParent() {
    CallRecorder.trace.lines.append("cell \(model.id).\(parent == nil ? "leaves" : "enters")")
  }
}

private final class LoggedSection: SectionViewModel {
  override func prepare() { CallRecorder.trace.lines.append("section \(position).prepare") }
  override func didMoveToParent() {
    CallRecorder.trace.lines.append("section \(position).\(parent == nil ? "leaves" : "enters")")
  }
  override func didAddChild(_ child: ViewModel) {
    CallRecorder.trace.lines.append("section \(position).didAdd")
  }
  override func willRemoveChild(_ child: ViewModel) {
    CallRecorder.trace.lines.append("section \(position).willRemove")
  }
  override func didRemoveChild(_ child: ViewModel) {
    CallRecorder.trace.lines.append("section \(position).didRemove")
    super.didRemoveChild(child)
  }
}

private final class LoggedList: ListViewModel {
  override func prepare() { CallRecorder.trace.lines.append("list.prepare") }
}

/// A view model that records its moves.
private final class Moving: ViewModel {
  let name: String
  let trace: Trace
  var onMove: (Moving) -> Void = { _ in }

  init(_ name: String, _ trace: Trace) {
    (self.name, self.trace) = (name, trace)
    super.init()
  }

  override func prepare() { trace.lines.append("\(name).prepare") }

  override func didMoveToParent() {
    let parent = (parent as? TracingViewModel)?.name ?? "nobody"
    trace.lines.append("\(name).didMove to \(parent)")
    onMove(self)
  }
}

/// The traces of §1.11, adapted to view models that are created on access.
@Suite("The order of calls")
@MainActor
struct CallOrderTests {
  private let trace = Trace()
  private let module = ModuleRegistry().define("mocoa://h/list")

  init() {
    module.section.register(LoggedSection.self)
    module.section.cell.register(LoggedCell.self)
  }

  private func made(_ source: FakeListSource) -> ListViewModel {
    LoggedList(source: source, module: module)
  }

  /// Returns the events during a closure.
  private func during(_ perform: () throws -> Void) rethrows -> [String] {
    trace.lines = []
    CallRecorder.trace = trace
    try perform()
    return trace.lines
  }

  // Trace 1.
  @Test("a ready list prepares itself; accessed view models are ready")
  func loading() {
    let list = made(FakeListSource([.init(0, [SampleItem(1), SampleItem(2)])]))
    #expect(during { list.prepareIfNeeded() } == ["list.prepare"])
    #expect(
      during { _ = list.cell(at: path(0, 1)) } == [
        "section 0.enters", "section 0.prepare", "section 0.didAdd", "cell 2.enters",
        "cell 2.prepare",
      ])
    #expect(
      during { _ = list.cell(at: path(0, 0)) } == [
        "section 0.didAdd", "cell 1.enters", "cell 1.prepare",
      ])
  }

  // Trace 1, for view models that exist before.
  @Test("existing view models are prepared after their list, section by section")
  func loadingLate() {
    let list = made(FakeListSource([.init(0, [SampleItem(1)]), .init(1, [SampleItem(2)])]))
    _ = during {
      _ = list.cell(at: path(1, 0))
      _ = list.cell(at: path(0, 0))
    }
    #expect(
      during { list.prepareIfNeeded() } == [
        "list.prepare", "section 0.prepare", "cell 1.prepare", "section 1.prepare",
        "cell 2.prepare",
      ])
  }

  // Trace 2.
  @Test("an inserted section is ready, and created on access")
  func insertion() throws {
    let list = made(FakeListSource([.init(0, [SampleItem(1)])]))
    list.prepareIfNeeded()
    let token = list.observe { [trace] update in
      trace.lines.append("told of \(update.after.sections.count)")
      _ = list.cell(at: path(0, 0))
    }
    let lines = try during {
      try list.insertSection(Section(id: 7, items: [SampleItem(9)]), at: 0)
    }
    #expect(
      lines == [
        "told of 2", "section 0.enters", "section 0.prepare", "section 0.didAdd", "cell 9.enters",
        "cell 9.prepare",
      ])
    token.cancel()
  }

  // Trace 3.
  @Test("a reload removes existing view models before any notification")
  func reload() {
    let list = made(FakeListSource([.init(0, [SampleItem(1)])]))
    list.prepareIfNeeded()
    _ = during { _ = list.cell(at: path(0, 0)) }
    let token = list.observe { [trace] _ in trace.lines.append("told") }
    #expect(during { list.reload() } == ["section 0.leaves", "told"])
    token.cancel()
  }

  // Trace 8, with the hooks that XZMocoa does not have.
  @Test("a deleted cell notifies the section before, after, then the cell")
  func deletion() throws {
    let list = made(FakeListSource([.init(0, [SampleItem(1), SampleItem(2)])]))
    list.prepareIfNeeded()
    _ = during { _ = list.cell(at: path(0, 0)) }
    let lines = try during { try list.deleteCell(at: path(0, 0)) }
    #expect(lines == ["section 0.willRemove", "section 0.didRemove", "cell 1.leaves"])
  }

  // F39.
  @Test("a child with a new parent is notified twice and ready")
  func parents() throws {
    let (old, new) = (TracingViewModel("old", trace), TracingViewModel("new", trace))
    let child = Moving("child", trace)
    try old.addChild(child)
    new.prepareIfNeeded()
    trace.lines = []
    try new.addChild(child)
    #expect(
      trace.lines == [
        "old.willRemove ?", "old.didRemove ?", "child.didMove to nobody", "new.didAdd ?",
        "child.didMove to new", "child.prepare",
      ])
    trace.lines = []
    try new.addChild(Moving("other", trace))
    try new.moveChild(at: 0, to: 1)
    #expect(trace.lines == ["new.didAdd ?", "other.didMove to new", "other.prepare"])
  }

  @Test("a child that leaves during notification is not prepared")
  func goesAway() throws {
    let root = TracingViewModel("root", trace)
    root.prepareIfNeeded()
    let child = Moving("child", trace)
    child.onMove = { if $0.parent != nil { $0.removeFromParent() } }
    try root.addChild(child)
    #expect(child.parent == nil)
    #expect(!child.isReady)
    #expect(root.children.isEmpty)
  }

  // Scenario 28.
  @Test("a child whose parent is released is not notified")
  func parentGone() throws {
    let child = Moving("child", trace)
    do {
      let root = TracingViewModel("root", trace)
      try root.addChild(child)
    }
    #expect(child.parent == nil)
    #expect(trace.lines.last == "child.didMove to root")
  }

  // Trace 4: the successor of XZMocoa prepares, stores, then notifies. F60.
  @Test("a bound view prepares its view model before observing it")
  func binding() {
    let child = Moving("child", trace)
    let binding = ViewBinding<Moving> { [trace] in
      trace.lines.append("bound \($0.isReady)")
      return [ObservationToken { trace.lines.append("left") }]
    }
    binding.viewModel = child
    binding.viewModel = nil
    #expect(trace.lines == ["child.prepare", "bound true", "left"])
  }
}
