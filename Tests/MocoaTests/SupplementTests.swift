import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("A supplement of a section")
@MainActor
struct SupplementTests {
  private let module = ModuleRegistry().define("mocoa://h/list")

  init() {
    for kind in ["summary", "notice"] {
      module.section.supplement(kind).register(SampleViewModel.self)
    }
    module.section("s").supplement("summary", "named").register(AnySampleViewModel.self)
    for place in [module.section.header, module.section.footer, module.section.cell] {
      place.register(SampleViewModel.self)
    }
  }

  private func section(
    _ supplements: [Supplement], name: String = "", items: [Int] = [0, 1]
  ) -> Section {
    Section(
      id: 0, moduleName: name, header: SampleItem(-1), supplements: supplements,
      items: items.map { SampleItem($0) }, footer: SampleItem(-2))
  }

  private func make(_ section: Section) -> ListViewModel {
    let list = ListViewModel(model: SectionedList([section]), module: module)
    list.prepareIfNeeded()
    return list
  }

  private func supplement(_ position: Int, of list: ListViewModel) -> AnyCellViewModel? {
    list.viewModel(for: .supplement(position, section: 0))
  }

  // F70, F82, B22: in XZMocoa, a missing model shifts the following ones.
  @Test("is found by its kind and keeps its index if unregistered")
  func resolving() throws {
    let list = make(
      section(
        [
          Supplement("summary", SampleItem(10)), Supplement("odd", SampleItem(11)),
          Supplement("summary", SampleItem(12, kind: "named")),
          Supplement("no kind", SampleItem(13)),
          Supplement("notice", SampleItem(14)),
        ], name: "s"))
    func module(_ position: Int) -> String? {
      supplement(position, of: list)?.resolution?.resolved?.url.description
    }
    #expect(module(0) == "mocoa://h/list/:/summary:")
    #expect(module(1) == nil)
    #expect(module(2) == "mocoa://h/list/s/summary:named")
    #expect(module(4) == "mocoa://h/list/:/notice:")
    #expect(supplement(1, of: list)?.resolution?.requested == "mocoa://h/list/s/odd:")
    let illegal = supplement(3, of: list) as? PlaceholderViewModel
    #expect(illegal?.reason(for: TestPresentation.self) == .illegalName(.character(" ")))
    #expect(supplement(5, of: list) == nil)
    #expect(supplement(-1, of: list) == nil)
    #expect((0..<5).map { supplement($0, of: list)?.element?.itemID } == [10, 11, 12, 13, 14])
  }

  @Test("of a reserved kind is a placeholder that explains the conflict")
  func reserved() throws {
    let list = make(section(["header", "", "footer"].map { Supplement($0, SampleItem(10)) }))
    for position in 0..<3 {
      let viewModel = try #require(supplement(position, of: list) as? PlaceholderViewModel)
      let resolution = try #require(viewModel.resolution)
      #expect(resolution.resolved == nil)
      #expect(resolution.placeholderReason(for: TestPresentation.self) == .illegalName(.reserved))
      #expect(
        list.resolution(of: .supplement(position, section: 0))?.placeholderReason(
          for: TestPresentation.self)
          == .illegalName(.reserved))
    }
    #expect(supplement(1, of: list)?.resolution?.requested == "mocoa://h/list/:/:")
    // The elements of these kinds are unchanged.
    #expect(list.header(ofSection: 0) is SampleViewModel)
    #expect(list.footer(ofSection: 0) is SampleViewModel)
    #expect(list.cell(at: path(0, 0)) is SampleViewModel)
    // Another kind uses the module of that kind.
    try list.setSupplements([Supplement("summary", SampleItem(10))], ofSection: 0)
    #expect(supplement(0, of: list) is SampleViewModel)
    try list.setSupplements([Supplement("header", SampleItem(10))], ofSection: 0)
    #expect(supplement(0, of: list) is PlaceholderViewModel)
  }

  // F71, B21.
  @Test("follows header and footer among the children")
  func order() {
    withEveryPermutation(of: [-2, -1, 0, 1, 10, 11]) { accesses in
      let list = make(section([10, 11].map { Supplement("summary", SampleItem($0)) }))
      for access in accesses {
        switch access {
        case -1: _ = list.header(ofSection: 0)
        case -2: _ = list.footer(ofSection: 0)
        case 10, 11: _ = supplement(access - 10, of: list)
        default: _ = list.cell(at: path(0, access))
        }
      }
      let ids = list.section(at: 0).children.map { ($0 as? SampleViewModel)?.model.id }
      if ids != [-1, -2, 10, 11, 0, 1] { Issue.record("\(accesses): \(ids)") }
    }
  }

  // F73, B4.
  @Test("keeps its view model with a new model, until it is removed")
  func changing() throws {
    let list = make(section([10, 11].map { Supplement("summary", SampleItem($0)) }))
    let updates = Updates()
    let token = list.observe { updates.all.append($0) }
    let first = try #require(supplement(0, of: list) as? SampleViewModel)
    let second = try #require(supplement(1, of: list))
    try list.setSupplements([Supplement("summary", SampleItem(10, "new"))], ofSection: 0)
    #expect(supplement(0, of: list) === first)
    #expect(first.former == ["10"])
    #expect(second.parent == nil)
    #expect(updates.all.map(\.changes.sectionUpdates.count) == [1])
    #expect(
      try list.section(at: 0)
        .setSupplements([Supplement("summary", SampleItem(10, "new"))]).cameToNothing)
    // Another kind uses another module.
    try list.section(at: 0).setSupplements([Supplement("notice", SampleItem(10, "new"))])
    #expect(first.parent == nil)
    #expect(supplement(0, of: list) !== first)
    #expect(updates.all.count == 2)
    token.cancel()
  }

  // F43.
  @Test("is redrawn, released and found again like a header")
  func living() throws {
    let list = make(section([Supplement("summary", SampleItem(10))], items: Array(0..<100)))
    let updates = Updates()
    let token = list.observe { updates.all.append($0) }
    supplement(0, of: list)?.emit(.redraw)
    #expect(updates.all.map(\.redraws) == [[.element(.supplement(0, section: 0))]])
    list.setDisplayedElements([.supplement(0, section: 0)], rowCount: 1)
    #expect(list.existingViewModel(for: .supplement(0, section: 0))?.isDisplayed == true)
    list.setDisplayedElements([.item(path(0, 3))], rowCount: 1)
    #expect(list.existingViewModel(for: .supplement(0, section: 0)) != nil)
    list.setDisplayedElements([.item(path(0, 50))], rowCount: 1)
    #expect(list.existingViewModel(for: .supplement(0, section: 0)) == nil)

    let before = supplement(0, of: list)
    module.section("").supplement("summary").register(AnySampleViewModel.self)
    list.refreshResolutions()
    #expect(before?.parent == nil)
    #expect(supplement(0, of: list) is AnySampleViewModel)
    supplement(0, of: list)?.removeFromParent()
    #expect(list.existingViewModel(for: .supplement(0, section: 0)) == nil)
    token.cancel()
  }
}
