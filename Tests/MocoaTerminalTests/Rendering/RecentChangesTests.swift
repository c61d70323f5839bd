import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("The marks of changed items")
struct RecentChangesTests {
  typealias Part = FakeListSource.Part
  typealias Stage = ListRendererTests.Stage

  private let stage: Stage = {
    let stage = Stage([Part(0, (1...5).map { note($0) })], rows: 8)
    stage.renderer.motion = .full
    stage.renderer.marksChanges = true
    stage.draw()
    return stage
  }()

  /// Shows notes, of which some have another text, and returns the signs in the gutter.
  private func signs(_ numbers: [Int], changed: [Int: String] = [:]) -> [String] {
    stage.source.show(numbers.map { note($0, changed[$0]) })
    return signs()
  }

  private func signs() -> [String] {
    stage.renderer.finishAnimations()
    return stage.screen.split(separator: "\n")
      .prefix(stage.renderer.list.snapshot.itemCount).map { String($0.prefix(1)) }
  }

  private func step(_ item: Int) -> Int? {
    stage.renderer.recentChanges.change(ofItemAt: ItemPath(section: 0, item: item))?.step
  }

  @Test("weaken with each refresh, and disappear after three")
  func steps() {
    #expect(signs([1, 2, 3, 4, 5], changed: [2: "a"]) == [" ", "~", " ", " ", " "])
    #expect(step(1) == 0)
    #expect(signs([1, 2, 3, 4, 5], changed: [2: "a", 4: "b"]) == [" ", "~", " ", "~", " "])
    #expect(step(1) == 1 && step(3) == 0)
    #expect(signs([1, 2, 3, 4, 5], changed: [2: "a"]) == [" ", "~", " ", "~", " "])
    #expect(step(1) == 2)
    #expect(signs([1, 2, 3, 4, 5], changed: [2: "a", 1: "c"]) == ["~", " ", " ", "~", " "])
    #expect(step(1) == nil)
  }

  @Test("distinguish new, changed and moved items, and follow them")
  func kinds() {
    #expect(signs([9, 1, 2, 3, 4, 5]) == ["+", " ", " ", " ", " ", " "])
    #expect(
      signs([8, 9, 1, 2, 3, 4, 5], changed: [3: "x"]) == ["+", "+", " ", " ", "~", " ", " "])
    #expect(stage.renderer.recentChanges.summary?.inserted == 1)
    #expect(stage.renderer.recentChanges.summary?.updated == 1)
    #expect(
      signs([8, 9, 5, 1, 2, 3, 4], changed: [3: "x"]) == ["+", "+", "↕", " ", " ", "~", " "])
    #expect(stage.renderer.recentChanges.summary?.moved == 1)
    #expect(signs([9, 5], changed: [:]) == [" ", "↕"])
    #expect(stage.renderer.recentChanges.summary?.deleted == 5)
  }

  @Test("stay since a baseline, until it is removed")
  func baseline() {
    _ = signs([1, 2, 3, 4, 5], changed: [2: "a"])
    stage.renderer.now = { 7 }
    #expect(stage.renderer.toggleBaseline())
    #expect(stage.renderer.recentChanges.baselineTime == 7)
    #expect(signs() == [" ", " ", " ", " ", " "])
    #expect(signs([1, 2, 3, 4, 5, 6], changed: [2: "b"]) == [" ", "~", " ", " ", " ", "+"])
    for round in 1...10 {
      #expect(
        signs([1, 2, 3, 4, 5, 6], changed: [2: "b", 4: String(round)])
          == [" ", "~", " ", "~", " ", "+"])
    }
    #expect(step(1) == 0 && step(3) == 0)
    var summary = stage.renderer.recentChanges.summary
    #expect(summary?.updated == 2 && summary?.inserted == 1 && summary?.deleted == 0)
    #expect(signs([2, 3, 4, 5, 6], changed: [2: "b"]) == ["~", " ", "~", " ", "+"])
    summary = stage.renderer.recentChanges.summary
    #expect(summary?.deleted == 1 && summary?.inserted == 1)
    // The item with which a changed item is compared is that of the baseline.
    let change = stage.renderer.recentChanges.change(ofItemAt: ItemPath(section: 0, item: 0))
    #expect(change?.formerItems.count == 1)
    #expect((change?.formerItems.first?.read() as? SampleItem)?.text == "a")
    #expect(!stage.renderer.toggleBaseline())
    #expect(signs() == [" ", " ", " ", " ", " "])
    #expect(stage.renderer.recentChanges.summary == nil)
  }

  @Test("weaken with refreshes of the source that change nothing")
  func unchangedRefreshes() {
    stage.renderer.setRefreshCount(1)
    _ = signs([1, 2, 3, 4, 5], changed: [2: "a"])
    stage.renderer.setRefreshCount(2)
    #expect(signs() == [" ", "~", " ", " ", " "] && step(1) == 0)
    #expect(stage.renderer.recentChanges.summary?.updated == 1)
    stage.renderer.setRefreshCount(3)
    #expect(signs() == [" ", "~", " ", " ", " "] && step(1) == 1)
    #expect(stage.renderer.recentChanges.summary?.updated == 0)
    stage.renderer.setRefreshCount(4)
    stage.renderer.setRefreshCount(4)
    #expect(step(1) == 2)
    stage.renderer.setRefreshCount(5)
    #expect(signs() == [" ", " ", " ", " ", " "])
    _ = signs([1, 2, 3, 4, 5], changed: [3: "b"])
    stage.renderer.removeChangeMarks()
    #expect(signs() == [" ", " ", " ", " ", " "])
  }

  @Test("do not count a filter as a change, and follow the items through it")
  func queries() {
    _ = signs([1, 2, 3, 4, 5], changed: [4: "a"])
    let before = stage.renderer.recentChanges.summary
    let source = stage.renderer.list.snapshot
    var changes = RecentChanges()
    changes.add(
      ListUpdate(
        before: source, after: source, changes: ChangeSet.unchanged(source)), isRefresh: false)
    #expect(changes.summary == nil && before?.updated == 1)
  }

  @Test("have paths that follow the items through a filter")
  func paths() throws {
    func list(_ numbers: [Int], _ text: String? = nil) -> ListSnapshot {
      ListSnapshot(SectionedList(items: numbers.map { note($0, $0 == 3 ? text : nil) }))
    }
    func update(
      from old: [Int], _ oldText: String? = nil, to new: [Int], updated: Set<Int> = []
    ) -> ListUpdate {
      ListUpdate(
        before: list(old, oldText), after: list(new, "a"),
        changes: .between([(0, old)], [(0, new)], updated: updated))
    }
    var changes = RecentChanges()
    changes.add(update(from: [1, 2, 3, 4], to: [1, 2, 3, 4], updated: [3]), isRefresh: true)
    #expect(changes.changedPaths() == [ItemPath(section: 0, item: 2)])
    changes.add(update(from: [1, 2, 3, 4], "a", to: [3, 4]), isRefresh: false)
    #expect(changes.changedPaths() == [ItemPath(section: 0, item: 0)])
    let former = try #require(
      changes.change(ofItemAt: ItemPath(section: 0, item: 0))?.formerItems.first)
    #expect(former.step == 0 && former.path == ItemPath(section: 0, item: 2))
    #expect(former.read().isContentEqual(to: note(3)))
    changes.add(update(from: [3, 4], "a", to: [4]), isRefresh: false)
    #expect(changes.changedPaths().isEmpty)
  }

  @Test("are not visible without motion")
  func motion() {
    stage.renderer.motion = .off
    #expect(signs([1, 2, 3, 4, 5], changed: [2: "a"]) == [" ", " ", " ", " ", " "])
    #expect(stage.renderer.recentChanges.changedPaths() == [ItemPath(section: 0, item: 1)])
  }

  @Test("have a limit for large changes")
  func large() {
    stage.source.show((0..<20_000).map { note($0 + 100) })
    #expect(stage.renderer.recentChanges.change(ofItemAt: ItemPath(section: 0, item: 3)) == nil)
    #expect(stage.renderer.recentChanges.summary?.inserted == 20_000)
    #expect(stage.renderer.recentChanges.changedPaths().isEmpty)
  }
}

@MainActor
@Suite("A changed cell")
struct ChangedCellTests {
  private func parts(
    _ text: String, former: String, step: Int = 0, width: Int = 30, isNumber: Bool = false
  ) -> [String] {
    let span = TextContent.Span(
      text, .text, width: width, limit: width, alignment: isNumber ? .end : .start)
    return ChangedCell.spans(span, former: former, step: step).map {
      "\($0.role.name):\($0.text)"
    }
  }

  @Test("is marked completely if it is short")
  func short() {
    #expect(parts("42.1", former: "41.0") == ["changed:42.1"])
    #expect(parts("42.1", former: "41.0", step: 1) == ["changed1:42.1"])
    #expect(parts("42.1", former: "41.0", step: 2) == ["text:42.1"])
  }

  @Test("is marked where it differs if it is long")
  func long() {
    #expect(
      parts("process number 2 round 4", former: "process number 2 round 3")
        == ["text:process number 2 round ", "changed:4", "text:"])
    #expect(
      parts("a long text, shorter", former: "a long text, now shorter")
        == ["text:a long text, ", "changed:s", "text:horter"])
    #expect(
      parts("new a long text here", former: "a long text here") == [
        "changed:new ", "text:a long text here",
      ])
    // The part that differs is cut off.
    #expect(
      parts("process number 2 round 4", former: "process number 2 round 3", width: 20)
        == ["changed:process number 2 round 4"])
  }

  @Test("is marked completely if a text is too long to compare")
  func tooLong() {
    let long = String(repeating: "x", count: 996)
    #expect(parts(long + " 4", former: long + " 3", width: 2_000).count == 3)
    for (text, former) in [(long + "xxx 4", long), (long, long + "xxx 4")] {
      #expect(parts(text, former: former, width: 2_000) == ["changed:\(text)"])
    }
  }

  @Test("keeps its width", arguments: [false, true])
  func width(isNumber: Bool) {
    for (text, former) in [
      ("1,234,567,890.25", "1,234,567,891.25"), ("日本語の長い題名です", "日本語の短い題名です"),
      ("abcdefghijklmno", ""),
      ("abcdefghijklmno", "abcdefghijklmnop"),
    ] {
      func drawn(_ spans: [TextContent.Span]) -> String {
        var surface = Surface(size: Size(columns: 40, rows: 1))
        surface.draw { canvas in
          TableRowDrawing.draw(.init(spans + [.init("|", .text)]), into: &canvas, CellContext())
        }
        return surface.description
      }
      let span = TextContent.Span(
        text, .text, width: 24, limit: 24, alignment: isNumber ? .end : .start)
      #expect(drawn(ChangedCell.spans(span, former: former, step: 0)) == drawn([span]), "\(text)")
    }
  }
}
