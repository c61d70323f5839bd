import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("A path that is not in the list")
@MainActor
struct MissingPathTests {
  private let module = ModuleRegistry().define("mocoa://h/list")
  nonisolated private static let numbers = [Int.min, -2, -1, 0, 1, 2, 3, Int.max]

  /// All paths of a small list, and many paths outside of it.
  nonisolated private static let paths = numbers.flatMap { section in
    numbers.map { ItemPath(section: section, item: $0) }
  }

  nonisolated private static let elements: [ListElement] =
    paths.map { .item($0) }
    + numbers.flatMap { section in
      [.header(section: section), .footer(section: section)]
        + numbers.map { .supplement($0, section: section) }
    }

  init() {
    for place in [module.section.header, module.section.footer, module.section.cell] {
      place.register(SampleViewModel.self)
    }
    module.section.supplement("summary").register(SampleViewModel.self)
  }

  nonisolated private static let snapshots: [ListSnapshot] = [
    ListSnapshot(),
    ListSnapshot(SectionedList([Section(id: 0, items: [])])),
    ListSnapshot(
      SectionedList([
        Section(
          id: 0, header: SampleItem(-1), supplements: [Supplement("summary", SampleItem(-3))],
          items: [SampleItem(0), SampleItem(1)], footer: SampleItem(-2)),
        Section(id: 1, items: []), Section(id: 2, items: [SampleItem(2)]),
      ])),
  ]

  private func make(_ snapshot: ListSnapshot) -> ListViewModel {
    let list = ListViewModel(model: SectionedList([]), module: module)
    list.setModel(snapshot)
    list.prepareIfNeeded()
    return list
  }

  /// Returns `true` if a list has an element, computed without the code under test.
  private func has(_ snapshot: ListSnapshot, _ element: ListElement) -> Bool {
    snapshot.sections.enumerated().contains { number, section in
      (0..<section.items.count).contains { element == .item(path(number, $0)) }
        || section.header != nil && element == .header(section: number)
        || section.footer != nil && element == .footer(section: number)
        || section.supplements.indices.contains { element == .supplement($0, section: number) }
    }
  }

  @Test("has no view model and no module", arguments: snapshots)
  func viewModels(snapshot: ListSnapshot) {
    let list = make(snapshot)
    for element in Self.elements {
      let isThere = has(snapshot, element)
      #expect(snapshot.contains(element) == isThere, "\(element)")
      #expect((list.resolution(of: element) != nil) == isThere, "\(element)")
      #expect(list.existingViewModel(for: element) == nil, "\(element)")
      #expect((list.resolvedViewModel(for: element) != nil) == isThere, "\(element)")
      #expect((list.viewModel(for: element) != nil) == isThere, "\(element)")
      #expect((list.existingViewModel(for: element) != nil) == isThere, "\(element)")
      if let path = element.path { #expect((list.existingCell(at: path) != nil) == isThere) }
    }
    for section in Self.numbers {
      #expect((list.header(ofSection: section) != nil) == has(snapshot, .header(section: section)))
      #expect((list.footer(ofSection: section) != nil) == has(snapshot, .footer(section: section)))
    }
  }

  @Test("is ignored when it is displayed", arguments: snapshots)
  func displaying(snapshot: ListSnapshot) {
    let list = make(snapshot)
    for element in Self.elements {
      list.setDisplayedElements([element], rowCount: 3)
      #expect(list.existingViewModel(for: element)?.isDisplayed ?? false == has(snapshot, element))
    }
    list.setDisplayedElements(Self.elements, rowCount: 3)
    #expect(
      list.sectionsDisplayed == Self.elements.count { has(snapshot, $0) }, "all that are there")
  }

  @Test("cannot be selected, highlighted or named", arguments: snapshots)
  func selecting(snapshot: ListSnapshot) {
    let list = make(snapshot)
    list.selectionMode = .multiple
    for path in Self.paths {
      let isThere = has(snapshot, .item(path))
      list.highlight(path)
      #expect((list.highlightedViewModel != nil) == isThere)
      #expect(list.select(path) == isThere)
      #expect(list.selection.contains(path) == isThere)
      list.deselect(path)
      list.deselect(path)
      #expect(list.selection.isEmpty)
      #expect(ItemSubset(snapshot, path).count == (isThere ? 1 : 0))
      #expect((ItemSubset(snapshot, path).first != nil) == isThere)
    }
  }

  @Test("has no neighbors", arguments: snapshots)
  func neighbors(snapshot: ListSnapshot) {
    let all = snapshot.sections.indices.flatMap { section in
      (0..<snapshot.sections[section].items.count).map { path(section, $0) }
    }
    for path in Self.paths {
      let index = all.firstIndex(of: path)
      let next = index.flatMap { $0 + 1 < all.count ? all[$0 + 1] : nil }
      let previous = index.flatMap { $0 > 0 ? all[$0 - 1] : nil }
      #expect(snapshot.path(after: path) == next)
      #expect(snapshot.path(before: path) == previous)
    }
  }

  @Test("cannot be edited", arguments: snapshots)
  func editing(snapshot: ListSnapshot) throws {
    let edits: [(String, (ListViewModel, ItemPath) throws -> Void)] = [
      ("delete", { try $0.deleteCell(at: $1) }),
      ("replace", { try $0.replaceCell(at: $1, with: SampleItem(9)) }),
      ("reload", { try $0.reloadCell(at: $1) }),
      ("reconfigure", { try $0.reconfigureCell(at: $1) }),
      ("move", { try $0.moveCell(at: $1, to: $1) }),
    ]
    for path in Self.paths {
      for (name, edit) in edits {
        let list = make(snapshot)
        if has(snapshot, .item(path)) {
          #expect(throws: Never.self, "\(name) \(path)") { try edit(list, path) }
        } else {
          #expect(throws: ListEditError.self, "\(name) \(path)") { try edit(list, path) }
          #expect(list.snapshot.itemCount == snapshot.itemCount)
        }
      }
      let list = make(snapshot)
      let isEnd =
        snapshot.sections.indices.contains(path.section)
        && path.item == snapshot.sections[path.section].items.count
      if has(snapshot, .item(path)) || isEnd {
        #expect(throws: Never.self) { try list.insertCell(SampleItem(9), at: path) }
      } else {
        #expect(throws: ListEditError.self) { try list.insertCell(SampleItem(9), at: path) }
      }
    }
    for section in Self.numbers where !snapshot.sections.indices.contains(section) {
      let list = make(snapshot)
      #expect(throws: ListEditError.self) { try list.deleteSection(at: section) }
      #expect(throws: ListEditError.self) { try list.reloadSection(at: section) }
      #expect(throws: ListEditError.self) { try list.setHeader(nil, ofSection: section) }
      #expect(throws: ListEditError.self) { try list.setFooter(nil, ofSection: section) }
      #expect(throws: ListEditError.self) { try list.setSupplements([], ofSection: section) }
      #expect(throws: ListEditError.self) { try list.moveSection(at: section, to: 0) }
    }
  }

  @Test("is in no set of items")
  func ranges() {
    var items = ItemRanges()
    for path in Self.paths {
      #expect(!items.contains(path) && items.run(containing: path) == nil && !items.remove(path))
    }
    items.insert(path(0, 1))
    for path in Self.paths where path != ItemPath(section: 0, item: 1) {
      #expect(!items.contains(path) && items.run(containing: path) == nil && !items.remove(path))
    }
    #expect(items.count == 1)
  }

  @Test("has no fragment and no item of a binding", arguments: snapshots)
  func pages(snapshot: ListSnapshot) {
    let binding = ListBinding<SampleItem>(.manual)
    binding.list.setModel(snapshot)
    for path in Self.paths {
      #expect((binding.item(at: path) != nil) == has(snapshot, .item(path)))
    }
  }
}

extension ListViewModel {
  /// The number of displayed view models.
  fileprivate var sectionsDisplayed: Int {
    children.reduce(0) { sum, section in
      sum + section.children.count { ($0 as? AnyCellViewModel)?.isDisplayed ?? false }
    }
  }
}
