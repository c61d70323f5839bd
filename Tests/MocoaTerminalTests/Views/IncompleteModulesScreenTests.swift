import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

/// A view model that declares no model type and has no text content.
private final class BareViewModel: AnyCellViewModel {
  private var shown: (any CellModel)?
  override var element: (any CellModel)? { shown }
  override class func make(from element: any CellModel) throws -> AnyCellViewModel {
    let viewModel = BareViewModel()
    viewModel.shown = element
    return viewModel
  }
  override func update(with element: any CellModel) throws { shown = element }
}

private struct BareCell: CellView {
  func draw(_ viewModel: BareViewModel, into canvas: inout Canvas, _ context: CellContext) {
    canvas.write("a real cell", at: Point(column: 0, row: 0))
  }
}

@MainActor
@Suite("The crash-proof matrix on the screen")
struct IncompleteModulesScreenTests {
  /// The registrations of a group.
  ///
  /// Model, View and ViewModel are the letters M, V and X; `nil` means no module.
  struct Group {
    let name: String
    var cell: String?
    var ends: String?

    /// The reason on the placeholder, or `nil` for a real cell.
    var expected: String?

    init(_ name: String, cell: String?, ends: String? = nil, _ expected: String?) {
      (self.name, self.cell, self.ends, self.expected) = (name, cell, ends, expected)
    }
  }

  static let cells = [
    Group("100", cell: nil, "unregistered kind"),
    Group("101", cell: "M", "lacks View, ViewModel"),
    Group("102", cell: "V", "lacks Model, ViewModel"),
    Group("103", cell: "X", "lacks Model, View"),
    Group("104", cell: "MX", "lacks View"),
    Group("105", cell: "VX", nil),
    Group("106", cell: "MV", "lacks ViewModel"),
    Group("107", cell: "MVX", nil),
  ]

  static let ends = [
    Group("108", cell: "MVX", ends: nil, "unregistered kind"),
    Group("109", cell: "MVX", ends: "X", "lacks Model, View"),
    Group("110", cell: "MVX", ends: "VX", nil),
  ]

  /// The combinations of the cells, for boundaries.
  static let allEnds = cells.map { Group($0.name, cell: "MVX", ends: $0.cell, $0.expected) }

  static func fill(_ module: @autoclosure () -> Module, _ parts: String?) {
    // Evaluating the argument would create the module.
    guard let parts else { return }
    let module = module()
    if parts.contains("M") { module.model(SampleItem.self) }
    if parts.contains("V") { module.view(BareCell.self) }
    if parts.contains("X") { module.register(BareViewModel.self) }
  }

  static func list(_ groups: [Group], hasEnds: Bool, hasDefault: Bool = false) -> ListViewModel {
    let module = ModuleRegistry().define("mocoa://examples/30/table")
    if hasDefault { fill(module.section.cell, "VX") }
    let parts = groups.enumerated().map { index, group in
      let section = module.section(group.name)
      fill(section.cell, group.cell)
      fill(section.header, group.ends)
      fill(section.footer, group.ends)
      return FakeListSource.Part(
        index, name: group.name, header: hasEnds ? SampleItem(1, "head") : nil,
        [SampleItem(2, "data")], footer: hasEnds ? SampleItem(3, "foot") : nil)
    }
    return ListViewModel(source: FakeListSource(parts), module: module)
  }

  static func screen(_ list: ListViewModel, debug: Bool, rows count: Int = 30) -> [String] {
    rows(listSurface(list, columns: 90, rows: count, debug: debug)).filter { !$0.isEmpty }
  }

  // F90, F91, F92, scenarios 53, 57.
  @Test("names what a cell lacks, in the order Model, View, ViewModel")
  func cells() {
    let list = Self.list(Self.cells, hasEnds: false)
    let data = #"  ┆ SampleItem(id: 2, text: "data", moduleName: "")"#
    let expected = Self.cells.enumerated().flatMap { index, group in
      let bar = index == 0 ? " ▌" : "  "
      guard let reason = group.expected else { return ["\(bar) a real cell"] }
      let text = "\(bar)┆ placeholder  examples/30/table/\(group.name)/:: \(reason)"
      return [text + times(86 - text.count, " ") + "[i]", data]
    }
    #expect(Self.screen(list, debug: true) == expected)
  }

  @Test("uses the default only for cells without a view model")
  func defaults() {
    let list = Self.list(Self.cells, hasEnds: false, hasDefault: true)
    let shown = Self.screen(list, debug: true)
    let reasons = shown.filter { $0.contains("placeholder") }.compactMap { row in
      row.firstRange(of: ":: ").map { String(row[$0.upperBound...].prefix { $0 != "[" }) }
    }
    #expect(
      reasons.map { $0.split(separator: "  ").first ?? "" } == ["lacks Model, View", "lacks View"])
    #expect(shown.count { $0.hasSuffix("a real cell") } == 6)
    #expect(Self.screen(list, debug: false).count == 6)
  }

  @Test("shows all reasons, with and without a default", arguments: [false, true], [80, 40])
  func pictures(hasDefault: Bool, columns: Int) {
    let list = Self.list(Self.cells, hasEnds: false, hasDefault: hasDefault)
    expectSnapshot(
      listSurface(list, columns: columns, rows: 16, debug: true),
      named: "reasons-\(hasDefault ? "default" : "alone")-\(columns)x16")
  }

  // F90, F91, F92, scenario 57.
  @Test("shows the same reasons for headers and footers", arguments: [false, true])
  func ends(all: Bool) {
    let groups = all ? Self.allEnds : Self.ends
    let list = Self.list(groups, hasEnds: true)
    let expected = groups.enumerated().flatMap { index, group in
      func end(_ kind: String, _ id: Int, _ text: String) -> [String] {
        guard let reason = group.expected else { return [" a real cell"] }
        let line = "  placeholder  examples/30/table/\(group.name)/\(kind):: \(reason)"
        return [
          line + times(86 - line.count, " ") + "[i]",
          #"  SampleItem(id: \#(id), text: "\#(text)", moduleName: "")"#,
        ]
      }
      return end("header", 1, "head") + [index == 0 ? " ▌ a real cell" : "   a real cell"]
        + end("footer", 3, "foot")
    }
    #expect(Self.screen(list, debug: true, rows: 60) == expected)
  }

  // F93, scenario 57.
  @Test("keeps the counts but hides placeholders outside of debug mode")
  func release() {
    for (groups, hasEnds, shown) in [
      (Self.cells, false, 2), (Self.ends, true, 5), (Self.allEnds, true, 12),
    ] {
      let list = Self.list(groups, hasEnds: hasEnds)
      #expect(Self.screen(list, debug: false).count == shown)
      #expect(list.snapshot.itemCounts == groups.map { _ in 1 })
      let renderer = ListRenderer(list)
      renderer.layOut(in: Size(columns: 90, rows: 30))
      #expect(renderer.hiddenCount == (hasEnds ? 0 : groups.count - 2))
      for (section, group) in groups.enumerated() where group.expected != nil {
        let elements: [ListElement] =
          hasEnds
          ? [.header(section: section), .footer(section: section)]
          : [.item(ItemPath(section: section, item: 0))]
        for element in elements { #expect(renderer.height(of: element) == 0) }
      }
    }
  }
}
