import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Events of cells", .serialized)
struct CellEventTests {
  final class Cell: CellViewModel<SampleItem> {
    static var log: [String] = []
    override var content: TextContent? { TextContent([.init(model.text, .title)]) }
    override func didHighlight() { Self.log.append("+\(model.id)") }
    override func didUnhighlight() { Self.log.append("-\(model.id)") }
    override func didSelect() { Self.log.append("select \(model.id)") }
    override func didDeselect() { Self.log.append("deselect \(model.id)") }
  }

  let source = FakeListSource(notes(0..<20))
  let list: ListViewModel
  let size = Size(columns: 40, rows: 4)

  init() {
    Cell.log = []
    let module = ModuleRegistry().define("mocoa://notes/")
    module.section.grid(GridStyle(.perLine(2))).cell("note").register(Cell.self)
    list = ListViewModel(source: source, module: module)
    list.prepareIfNeeded()
  }

  func log() -> [String] {
    defer { Cell.log = [] }
    return Cell.log
  }

  @discardableResult
  func draw(_ renderer: ListRenderer) -> Surface {
    renderer.display(in: size)
    var surface = Surface(size: size)
    surface.draw { renderer.draw(into: &$0) }
    renderer.didShow(surface)
    return surface
  }

  @Test("report the cursor as shown in the frames")
  func highlights() {
    var renderer: ListRenderer? = ListRenderer(list)
    guard let shown = renderer else { return }
    draw(shown)
    #expect(log() == ["+0"])
    shown.move(.right)
    shown.move(.down)
    #expect(log() == [], "nothing was drawn in between")
    draw(shown)
    #expect(log() == ["-0", "+3"])
    source.show(notes([0, 1, 2, 4, 5, 6]))
    draw(shown)
    #expect(log() == ["-3", "+4"])
    shown.endDisplaying()
    #expect(log() == ["-4"])
    draw(shown)
    #expect(log() == ["+4"])
    renderer = nil
  }

  @Test("report the cursor once for each committed layout")
  func commits() {
    let renderer = ListRenderer(list)
    for _ in 0..<2 { renderer.layOut(in: size) }
    #expect(log() == [])
    for _ in 0..<2 { renderer.commitLayout() }
    #expect(log() == ["+0"])
    renderer.move(.right)
    renderer.layOut(in: size)
    #expect(log() == [])
    renderer.commitLayout()
    #expect(log() == ["-0", "+1"])
  }

  // F77, F84, scenario 90.
  @Test("report selection and deselection by Enter")
  func selects() {
    let renderer = ListRenderer(list)
    draw(renderer)
    _ = log()
    renderer.select()
    renderer.move(.right)
    renderer.select()
    #expect(log() == ["select 0", "deselect 0", "select 1"])
    #expect(!draw(renderer).description.contains("●"))
    _ = log()
    list.selectionMode = .multiple
    renderer.move(.down)
    renderer.select()
    #expect(draw(renderer).description.hasPrefix("   item 0             ●item 1\n"))
    #expect(draw(renderer).description.contains("▌●item 3"))
    renderer.select()
    #expect(log() == ["select 3", "-1", "+3", "deselect 3"])
    #expect(!draw(renderer).description.contains("▌●item 3"))
  }
}
