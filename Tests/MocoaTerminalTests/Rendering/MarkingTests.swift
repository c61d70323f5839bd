import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Marks")
struct MarkingTests {
  typealias Part = FakeListSource.Part

  @Test("appear beside their items and advance the cursor")
  func marking() {
    let stage = ListRendererTests.Stage([Part(0, (1...3).map { note($0) })])
    stage.draw()
    #expect(stage.renderer.toggleMark())
    stage.renderer.move(.down)
    #expect(stage.renderer.toggleMark())
    stage.draw()
    #expect(stage.renderer.marks.count == 2)
    #expect(
      stage.screen.split(separator: "\n").map { String($0.prefix(9)) } == [
        "  ✓item 1", "   item 2", " ▌✓item 3",
      ])
    #expect(stage.renderer.toggleMark())
    #expect(stage.renderer.marks.count == 1)
  }

  @Test("move with their items and return with reinserted ones")
  func carrying() {
    let stage = ListRendererTests.Stage([Part(0, (1...3).map { note($0) })])
    stage.draw()
    #expect(stage.renderer.toggleMark())
    stage.source.show([note(9), note(3), note(1)])
    #expect(stage.renderer.marks.items.slices[0].runs == [.init(section: 0, range: 2..<3)])
    stage.source.show([note(9), note(3)])
    #expect(stage.renderer.marks.count == 0)
    stage.source.show([note(1), note(9), note(3)])
    #expect(stage.renderer.marks.items.slices[0].runs == [.init(section: 0, range: 0..<1)])
    stage.source.show(sections: [Part(5, [note(1)])])
    #expect(stage.renderer.marks.count == 1, "the section was another, the item is the same")
  }

  @Test("of a range in a derived list need as many lookups in a long list as in a short one")
  func rangeLookups() {
    func lookupCount(_ count: Int, shown: ItemPath, markedRuns: Int) -> Int {
      let source = FakeListSource((0..<count).map { note($0) })
      let module = notesRegistry().define("mocoa://notes/")
      let list = ListViewModel(source: source, module: module)
      list.prepareIfNeeded()
      let tail = TailList(list.content)
      list.setSource(tail)
      let marks = MarkController(list)
      #expect(marks.toggle(ItemPath(section: 0, item: 1)))
      #expect(marks.mark(to: shown))
      #expect(marks.count == shown.item)
      #expect(marks.items.slices.last?.runs.count == markedRuns)
      return tail.lookupCount
    }
    let few = lookupCount(10, shown: ItemPath(section: 0, item: 8), markedRuns: 1)
    #expect(lookupCount(9_000, shown: ItemPath(section: 0, item: 8_998), markedRuns: 1) == few)
  }

  @Test("require an item")
  func nothing() {
    let stage = ListRendererTests.Stage([Part(0, [])])
    stage.draw()
    #expect(!stage.renderer.toggleMark())
  }
}

/// A derived list without the first item of its base list, which counts the lookups of paths.
@MainActor
private final class TailList: DerivedListSource {
  let base: any ListSource
  let snapshot: ListSnapshot
  private(set) var lookupCount = 0

  init(_ base: any ListSource) {
    self.base = base
    var snapshot = base.snapshot
    let items = snapshot.sections[0].items
    snapshot.sections[0].items = items.slice(1..<items.count)
    self.snapshot = snapshot
  }

  var phase: ListPhase { .finished }
  var preservesBaseOrder: Bool { true }
  var isUpdatingResults: Bool { false }
  var showsEntireBase: Bool { false }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    ObservationToken {}
  }

  func baseIndex(ofSection section: Int) -> Int? { section }

  func basePath(for path: ItemPath) -> ItemPath? {
    lookupCount += 1
    return ItemPath(section: path.section, item: path.item + 1)
  }

  func visiblePath(forBasePath path: ItemPath) -> ItemPath? {
    lookupCount += 1
    return path.item > 0 ? ItemPath(section: path.section, item: path.item - 1) : nil
  }

  var visibleBaseItems: ItemRanges { shifted(visibleItems, by: 1) }

  func baseItems(for items: ItemRanges) -> ItemRanges { shifted(items, by: 1) }

  func visibleItems(forBaseItems items: ItemRanges) -> ItemRanges { shifted(items, by: -1) }

  private var visibleItems: ItemRanges {
    var items = ItemRanges()
    items.insert(.init(section: 0, range: 0..<snapshot.itemCount))
    return items
  }

  private func shifted(_ items: ItemRanges, by offset: Int) -> ItemRanges {
    var result = ItemRanges()
    for run in items.runs {
      lookupCount += 1
      let lower = max(0, run.range.lowerBound + offset)
      result.insert(
        .init(section: run.section, range: lower..<(run.range.upperBound + offset)))
    }
    return result
  }
}
