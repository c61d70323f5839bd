import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// The events, in order.
@MainActor
final class Trace {
  var lines: [String] = []
}

/// A view model that records its events.
@MainActor
final class TracingViewModel: ViewModel {
  let name: String
  let trace: Trace
  var onPrepare: (TracingViewModel) -> Void = { _ in }
  var onRemove: (ViewModel) -> Void = { _ in }
  var onReceive: (Emission) -> Void = { _ in }
  var consumes: Emission.Name?
  var received: [Emission] = []

  init(_ name: String, _ trace: Trace = Trace()) {
    self.name = name
    self.trace = trace
    super.init()
  }

  override func prepare() {
    trace.lines.append("\(name).prepare")
    onPrepare(self)
  }

  override func didAddChild(_ child: ViewModel) {
    trace.lines.append("\(name).didAdd \(of(child))")
  }

  override func willRemoveChild(_ child: ViewModel) {
    trace.lines.append("\(name).willRemove \(of(child))")
    onRemove(child)
  }

  override func didRemoveChild(_ child: ViewModel) {
    trace.lines.append("\(name).didRemove \(of(child))")
  }

  override func didReceive(_ emission: Emission) {
    received.append(emission)
    onReceive(emission)
    if emission.name != consumes { super.didReceive(emission) }
  }

  private func of(_ child: ViewModel) -> String { (child as? TracingViewModel)?.name ?? "?" }

  func names() -> [String] { children.map(of) }
}

@Suite("View models")
@MainActor
struct ViewModelTests {
  private let trace = Trace()

  private func make(_ name: String) -> TracingViewModel { TracingViewModel(name, trace) }

  // F30, scenario 17.
  @Test("are not ready and have no relatives at creation")
  func new() {
    let viewModel = ViewModel()
    #expect(!viewModel.isReady)
    #expect(viewModel.children.isEmpty)
    #expect(viewModel.parent == nil)
  }

  // F31, F32, scenario 18.
  @Test("are prepared once")
  func once() {
    let viewModel = make("a")
    viewModel.onPrepare = { #expect(!$0.isReady) }
    viewModel.prepareIfNeeded()
    viewModel.prepareIfNeeded()
    #expect(viewModel.isReady)
    #expect(trace.lines == ["a.prepare"])
  }

  // F31, B20.
  @Test("ignore `ready` during preparation")
  func readyInside() {
    let viewModel = make("a")
    viewModel.onPrepare = {
      $0.prepareIfNeeded()
      #expect(!$0.isReady)
    }
    viewModel.prepareIfNeeded()
    #expect(viewModel.isReady)
    #expect(trace.lines == ["a.prepare"])
  }

  // F31, scenario 20.
  @Test("prepare parents before children, depth first and in order")
  func order() throws {
    let (root, a, b, a0, a1) = (make("root"), make("a"), make("b"), make("a0"), make("a1"))
    try a.addChild(a0)
    try root.addChild(a)
    try root.addChild(b)
    try a.addChild(a1)
    trace.lines = []
    root.prepareIfNeeded()
    #expect(
      trace.lines == ["root.prepare", "a.prepare", "a0.prepare", "a1.prepare", "b.prepare"])
  }

  // F32, scenario 21.
  @Test("prepare children added during preparation afterwards")
  func addInPrepare() {
    let root = make("root")
    let child = make("child")
    root.onPrepare = {
      try? $0.addChild(child)
      #expect(!child.isReady)
    }
    root.prepareIfNeeded()
    #expect(child.isReady)
    #expect(trace.lines == ["root.prepare", "root.didAdd child", "child.prepare"])
  }

  // F35, scenario 22.
  @Test("are ready when they are added to a ready parent")
  func addToReady() throws {
    let root = make("root")
    root.prepareIfNeeded()
    let child = make("child")
    try root.addChild(child)
    #expect(child.isReady)
    #expect(trace.lines == ["root.prepare", "root.didAdd child", "child.prepare"])
  }

  // F31, B20.
  @Test("may change the siblings that are being prepared")
  func changeWhilePreparing() throws {
    let (root, a, b, c, d) = (make("root"), make("a"), make("b"), make("c"), make("d"))
    for child in [a, b, c] { try root.addChild(child) }
    a.onPrepare = { _ in
      b.removeFromParent()
      try? root.insertChild(d, at: 0)
    }
    trace.lines = []
    root.prepareIfNeeded()
    #expect(root.names() == ["d", "a", "c"])
    #expect(!b.isReady)
    #expect(root.isReady && a.isReady && c.isReady && d.isReady)
    #expect(trace.lines.filter { $0.hasSuffix("prepare") }.count == 4)
  }

  // F34, F36, F37, scenario 26.
  @Test("are inserted and moved to an index")
  func places() throws {
    let root = make("root")
    for name in ["a", "b", "c"] { try root.addChild(make(name)) }
    try root.insertChild(make("d"), at: 0)
    try root.insertChild(make("e"), at: 4)
    #expect(root.names() == ["d", "a", "b", "c", "e"])
    let hooks = trace.lines.count
    try root.moveChild(at: 0, to: 2)
    #expect(root.names() == ["a", "b", "d", "c", "e"])
    try root.moveChild(at: 4, to: 0)
    #expect(root.names() == ["e", "a", "b", "d", "c"])
    try root.moveChild(at: 3, to: 3)
    #expect(root.names() == ["e", "a", "b", "d", "c"])
    #expect(trace.lines.count == hooks)
  }

  // F33, F35, scenario 24.
  @Test("leave their former parent first, and stay ready")
  func reparent() throws {
    let (old, new, child) = (make("old"), make("new"), make("child"))
    try old.addChild(child)
    child.prepareIfNeeded()
    trace.lines = []
    try new.addChild(child)
    #expect(
      trace.lines == ["old.willRemove child", "old.didRemove child", "new.didAdd child"])
    #expect(old.children.isEmpty)
    #expect(child.parent === new)
    #expect(child.isReady)
    #expect(!new.isReady)
  }

  // F38, F39.
  @Test("notify their parent before and after leaving it")
  func remove() throws {
    let (root, a, b) = (make("root"), make("a"), make("b"))
    try root.addChild(a)
    try root.addChild(b)
    trace.lines = []
    root.onRemove = { #expect($0.parent === root) }
    a.removeFromParent()
    #expect(a.parent == nil)
    #expect(root.names() == ["b"])
    a.removeFromParent()
    #expect(trace.lines == ["root.willRemove a", "root.didRemove a"])
  }

  @Test("removed by a removal hook are removed once")
  func removeInHook() throws {
    let (root, child) = (make("root"), make("a"))
    try root.addChild(child)
    var isFirst = true
    root.onRemove = { child in
      guard isFirst else { return }
      isFirst = false
      child.removeFromParent()
    }
    trace.lines = []
    child.removeFromParent()
    #expect(trace.lines.filter { $0 == "root.didRemove a" }.count == 1)
    #expect(root.children.isEmpty)
  }

  // F35, F36, F37, B20, scenarios 25, 29.
  @Test("are unchanged if an operation is rejected")
  func rejected() throws {
    let (root, a, b, other, child) = (make("root"), make("a"), make("b"), make("o"), make("c"))
    try root.addChild(a)
    try a.addChild(b)
    try other.addChild(child)
    trace.lines = []
    #expect(throws: HierarchyError.cycle) { try root.addChild(root) }
    #expect(throws: HierarchyError.cycle) { try a.addChild(root) }
    #expect(throws: HierarchyError.cycle) { try b.insertChild(root, at: 0) }
    #expect(throws: HierarchyError.cycle) { try b.addChild(a) }
    #expect(throws: HierarchyError.alreadyChild) { try root.addChild(a) }
    #expect(throws: HierarchyError.alreadyChild) { try root.insertChild(a, at: 9) }
    #expect(throws: HierarchyError.indexOutOfRange(2, count: 1)) {
      try root.insertChild(child, at: 2)
    }
    #expect(throws: HierarchyError.indexOutOfRange(-1, count: 1)) {
      try root.insertChild(child, at: -1)
    }
    #expect(throws: HierarchyError.indexOutOfRange(1, count: 1)) {
      try root.moveChild(at: 0, to: 1)
    }
    #expect(throws: HierarchyError.indexOutOfRange(-1, count: 1)) {
      try root.moveChild(at: -1, to: 0)
    }
    #expect(throws: HierarchyError.indexOutOfRange(0, count: 0)) { try b.moveChild(at: 0, to: 0) }
    #expect(trace.lines.isEmpty)
    #expect(root.names() == ["a"])
    #expect(a.names() == ["b"])
    #expect(other.names() == ["c"])
    #expect(root.parent == nil)
    #expect(child.parent === other)
  }

  @Test("form no cycle if hooks interfere with adding")
  func hooksInTheWay() throws {
    let (old, new, child) = (make("old"), make("new"), make("child"))
    try old.addChild(child)
    // The former parent adds the new one to the child.
    old.onRemove = { _ in try? child.addChild(new) }
    #expect(throws: HierarchyError.cycle) { try new.addChild(child) }
    #expect(new.parent === child)
    #expect(child.parent == nil)

    let (first, second, third, other) = (make("1"), make("2"), make("3"), make("other"))
    try first.addChild(other)
    // The former parent moves the child to another parent.
    first.onRemove = { child in
      first.onRemove = { _ in }
      try? third.addChild(child)
    }
    #expect(throws: HierarchyError.alreadyChild) { try second.addChild(other) }
    #expect(other.parent === third)
    #expect(first.children.isEmpty)
    #expect(second.children.isEmpty)
    #expect(third.names() == ["other"])
  }

  // F34, scenario 28.
  @Test("have no parent after it is released")
  func release() throws {
    let child = make("child")
    weak var gone: ViewModel?
    do {
      let root = make("root")
      try root.addChild(child)
      gone = root
      #expect(gone != nil)
    }
    #expect(gone == nil)
    #expect(child.parent == nil)
  }

  // MARK: - Emissions

  /// Returns page, table, section and cell, each the parent of the next, all ready.
  private func chain() throws -> [TracingViewModel] {
    let all = ["page", "table", "section", "cell"].map(make)
    for (parent, child) in zip(all, all.dropFirst()) { try parent.addChild(child) }
    all[0].prepareIfNeeded()
    return all
  }

  // F41, F42, scenarios 30, 38.
  @Test("an emission reaches all ancestors once, with source and child")
  func emission() throws {
    let all = try chain()
    let value = Trace()
    all[3].emit("x", value: value)
    #expect(all[3].received.isEmpty)
    for (receiver, child) in zip(all, all.dropFirst()) {
      #expect(receiver.received.count == 1)
      let emission = try #require(receiver.received.first)
      #expect(emission.name == "x")
      #expect(emission.source === all[3])
      #expect(emission.target === child)
      #expect(emission.value as? Trace === value)
    }
    all[3].emit()
    #expect(all[0].received.last?.name == .default)
    #expect(all[0].received.last?.value == nil)
  }

  // F42, scenario 32.
  @Test("a parent that does not forward an emission consumes it")
  func consume() throws {
    let all = try chain()
    all[2].consumes = "x"
    all[3].emit("x")
    all[3].emit("y")
    #expect(all[2].received.map(\.name) == ["x", "y"])
    #expect(all[1].received.map(\.name) == ["y"])
    #expect(all[0].received.map(\.name) == ["y"])
  }

  // F32, F41, F42.
  @Test("emit and forward nothing before they are ready")
  func unready() throws {
    let (root, middle, child) = (make("root"), make("middle"), make("child"))
    try middle.addChild(child)
    child.emit("early")
    child.onPrepare = { $0.emit("in prepare") }
    child.prepareIfNeeded()
    #expect(middle.received.isEmpty)
    try root.addChild(middle)
    child.emit("x")
    #expect(root.received.isEmpty)
    root.prepareIfNeeded()
    child.emit("y")
    #expect(root.received.map(\.name) == ["y"])
  }

  @Test("a parent that is not ready receives no emission")
  func unreadyParent() throws {
    let (root, middle, child) = (make("root"), make("middle"), make("child"))
    child.prepareIfNeeded()
    try middle.addChild(child)
    child.emit("x")
    #expect(middle.received.isEmpty)
    middle.onPrepare = { _ in child.emit("in prepare") }
    middle.prepareIfNeeded()
    #expect(middle.received.isEmpty)
    try root.addChild(middle)
    child.emit("y")
    #expect(middle.received.map(\.name) == ["y"] && root.received.isEmpty)
    root.prepareIfNeeded()
    child.emit("z")
    #expect(middle.received.map(\.name) == ["y", "z"] && root.received.map(\.name) == ["z"])
  }

  // F41.
  @Test("without a parent have no receiver of an emission")
  func alone() {
    let viewModel = make("a")
    viewModel.prepareIfNeeded()
    viewModel.emit("x")
    #expect(viewModel.received.isEmpty)
  }
}
