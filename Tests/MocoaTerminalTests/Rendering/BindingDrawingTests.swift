import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Drawing of bindings")
struct BindingDrawingTests {
  let module = ModuleRegistry().define("mocoa://notes/")

  @Test("HR-28, HR-29: supports lists and grids, and runs the key's command")
  func drawing() {
    var chosen: [Int] = []
    for isGrid in [false, true] {
      if isGrid { module.section.grid(GridStyle(.perLine(2))) }
      let binding = ListBinding(
        .items([note(0), note(1)]), module: module, onSelect: .action { chosen.append($0.id) }
      ) { .text([.init($0.text, .title)]) }
      binding.list.prepareIfNeeded()
      #expect(
        rows(listSurface(binding.list, columns: 24, rows: 2))
          == (isGrid ? [" ▌ item 0      item 1", ""] : [" ▌ item 0", "   item 1"]))
      let renderer = ListRenderer(binding.list)
      renderer.layOut(in: Size(columns: 24, rows: 2))
      renderer.moveCursor(to: ItemPath(section: 0, item: 1))
      binding.update([note(1), note(7)])
      renderer.layOut(in: Size(columns: 24, rows: 2))
      renderer.select()
    }
    #expect(chosen == [1, 1])
  }
}
