import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

/// A view model without text content, so only a view can draw it.
private final class LateViewModel: CellViewModel<SampleItem> {}

private struct LateCell: CellView {
  func draw(_ viewModel: LateViewModel, into canvas: inout Canvas, _ context: CellContext) {
    canvas.write("late \(viewModel.model.id)", at: Point(column: 0, row: 0))
  }
}

@MainActor
@Suite("Lists with late registrations or without renderer")
struct LateRegistrationTests {
  private let registry = notesRegistry()
  private var module: Module { registry.define("mocoa://notes/") }
  private let size = Size(columns: 60, rows: 6)

  private func screen(_ renderer: ListRenderer) -> [String] {
    renderer.motion = .off
    renderer.layOut(in: size)
    return rows(surface(columns: 60, rows: 6) { renderer.draw(into: &$0) }).filter { !$0.isEmpty }
  }

  private func renderer(_ source: FakeListSource, debug: Bool) -> ListRenderer {
    let list = ListViewModel(source: source, module: module)
    list.prepareIfNeeded()
    return ListRenderer(list, isDebugging: debug)
  }

  // F82, scenario 89: the original supports only registrations before the view was bound.
  @Test(
    "show a late module, view or class at the next frame",
    arguments: [true, false])
  func late(debug: Bool) {
    let renderer = renderer(
      FakeListSource([
        .init(0, header: note(7, kind: "late"), [note(1, kind: "late")], footer: nil)
      ]), debug: debug)
    let before = screen(renderer)
    #expect(before.count == (debug ? 4 : 0))

    module.section.cell("late").register(LateViewModel.self)
    module.section.header("late").register(LateViewModel.self)
    let withoutView = screen(renderer)
    #expect(withoutView.count == (debug ? 4 : 0))
    #expect(!debug || withoutView.allSatisfy { !$0.contains("no module") })
    #expect(!debug || withoutView[2].contains("lacks View"))

    module.section.cell("late").view(LateCell.self)
    module.section.header("late").view(LateCell.self)
    #expect(screen(renderer) == [" late 7", " ▌ late 1"])

    module.section.cell("late").register(SampleCellViewModel.self)
    #expect(screen(renderer) == [" late 7", " ▌ item 1"])
    module.section.cell("late").unregister()
    #expect(screen(renderer).first == " late 7")
    #expect(screen(renderer).count == (debug ? 3 : 1))
  }

  // F80, F81, scenario 88.
  @Test("lay out once for a renderer, and change without one")
  func unbound() {
    let source = FakeListSource((0..<3).map { note($0) })
    var shown: ListRenderer? = renderer(source, debug: false)
    guard let list = shown?.list else { return }
    var changes = 0
    shown?.onChange = { changes += 1 }
    #expect(shown.map(screen) == [" ▌ item 0", "   item 1", "   item 2"])
    #expect(changes == 0)
    source.show([note(0), note(2)])
    #expect(changes == 1)
    shown = nil
    #expect(list.existingCell(at: ItemPath(section: 0, item: 0))?.isDisplayed == false)
    source.show([note(5), note(0), note(2)])
    list.cell(at: ItemPath(section: 0, item: 1)).emit(.redraw)
    #expect(changes == 1)
    #expect(screen(ListRenderer(list)) == [" ▌ item 5", "   item 0", "   item 2"])
  }
}
