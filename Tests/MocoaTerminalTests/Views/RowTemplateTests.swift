import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

private struct PlainCell: CellView {
  func draw(_ viewModel: TemplateCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    canvas.write("a view", at: Point(column: 0, row: 0))
  }
}

/// A row template corresponds to a nib in the original: a view without a class, created from data.
@MainActor
@Suite("Row templates and views of one module")
struct RowTemplateTests {
  // F10, F11, scenario 16.
  @Test("show the last registration: a template, a view, then a class")
  func order() throws {
    let registry = ModuleRegistry()
    let value = FieldValue.object([
      .init(name: "url", value: "mocoa://notes/"), .init(name: "row", value: "{title:title}"),
    ])
    let manifest = try Manifest(decoding: value)
    let module = manifest.register(in: registry, file: "notes.json", line: { _ in 1 }).list
    func screen() -> String {
      let list = ListViewModel(
        model: SectionedList([Section(id: 0, items: [SampleRecord(["title": "one", "year": 7])])]),
        module: module)
      return rows(listSurface(list, columns: 30, rows: 1)).first ?? ""
    }
    #expect(screen() == " ▌ one")
    let cell = module.section.cell
    cell.view(PlainCell.self)
    #expect(screen() == " ▌ a view")
    // The template is still registered, and is used again after the view is removed.
    cell.unregisterView(for: TerminalPresentation.self)
    #expect(screen() == " ▌ one")
    cell.register(RecordCellViewModel.self)
    #expect(screen().hasSuffix("year 7"))
    #expect(cell.replacements.map(\.new.slot) == [.viewModel])
  }
}
