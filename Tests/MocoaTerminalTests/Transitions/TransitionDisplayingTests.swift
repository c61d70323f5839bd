import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Display events during a transition")
struct TransitionDisplayingTests {
  let diary = LifecycleRecorder()
  let size = Size(columns: 24, rows: 5)

  func renderer(_ source: FakeListSource) -> ListRenderer {
    DiaryViewModel.diary = diary
    let module = notesRegistry().define("mocoa://notes/")
    module.section.cell("note").register(DiaryViewModel.self)
    let list = ListViewModel(source: source, module: module)
    list.prepareIfNeeded()
    let renderer = ListRenderer(list)
    draw(renderer)
    return renderer
  }

  func draw(_ renderer: ListRenderer, _ size: Size? = nil) {
    let size = size ?? self.size
    renderer.display(in: size)
    var surface = Surface(size: size)
    surface.draw { renderer.draw(into: &$0) }
    renderer.didShow(surface)
  }

  @Test("notify deleted and displaced rows when they disappear")
  func closing() {
    let source = FakeListSource((0..<5).map { note($0) })
    let renderer = renderer(source)
    _ = diary.read()
    source.show([0, 7, 8, 2, 3, 4].map { note($0) })
    draw(renderer)
    #expect(diary.read() == [.will(7), .will(8)])
    renderer.advance()
    draw(renderer)
    #expect(diary.read() == [])
    renderer.advance()
    draw(renderer)
    #expect(diary.read() == [.end(4), .end(1)])
    #expect(diary.violations.isEmpty)
  }

  @Test("follow the frame immediately without animation")
  func off() {
    let source = FakeListSource((0..<5).map { note($0) })
    let renderer = renderer(source)
    renderer.motion = .off
    _ = diary.read()
    source.show([0, 2, 3, 4].map { note($0) })
    draw(renderer)
    #expect(diary.read() == [.end(1)])
  }

  @Test("occur in pairs, and match the visible rows at the end")
  func randomWalk() {
    var generator = SeededGenerator(seed: 3)
    var (new, parts) = (0, TransitionPropertyTests.list(&generator))
    let source = FakeListSource(parts)
    var renderer: ListRenderer? = renderer(source)
    for step in 0..<1500 {
      guard let shownBy = renderer else { return }
      switch Int.random(in: 0..<8, using: &generator) {
      case 0...2:
        parts = TransitionPropertyTests.edited(parts, &generator, new: &new)
        source.show(sections: parts)
      case 3: shownBy.move(Movement.allCases.randomElement(using: &generator) ?? .down)
      case 4 where step % 5 == 0: shownBy.endDisplaying()
      default: shownBy.advance()
      }
      let rows = step % 40 == 0 ? Int.random(in: 0...9, using: &generator) : shownBy.size.rows
      draw(shownBy, Size(columns: 24, rows: rows))
      let shown = (shownBy.layout?.shown ?? []).compactMap {
        (shownBy.list.existingViewModel(for: $0) as? DiaryViewModel)?.model.id
      }
      let displayed = Set(diary.displayed)
      let isRight =
        shownBy.transition == nil
        ? displayed == Set(shown) : displayed.isSuperset(of: shown)
      if !isRight {
        Issue.record("step \(step): \(diary.displayed), shown \(shown)")
        return
      }
    }
    renderer = nil
    #expect(diary.violations.isEmpty)
    #expect(diary.displayed.isEmpty)
  }
}
