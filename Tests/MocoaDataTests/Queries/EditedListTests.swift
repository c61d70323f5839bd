import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

/// Changes a list in every way while it is queried in every way, as a seed has it.
@MainActor
private final class EditedListRun {
  struct Failure: Error {}

  let source: SectionsSource
  let list: ListViewModel
  let queried: QueriedList
  var oracle: EditedParts
  var folded: Set<String> = []
  var random: SeededGenerator
  private var savepoints: [EditedParts] = []
  private var lastID: Int
  private let rows: Int

  /// What renderers were told wrong.
  private(set) var problems: [String] = []
  private var token: ObservationToken?

  init(seed: UInt64, rows: Int) {
    random = SeededGenerator(seed: seed)
    (self.rows, lastID) = (rows, rows)
    oracle = EditedParts(parts: [])
    source = SectionsSource([])
    let module = ModuleRegistry()["mocoa://h/list"]
    module.section.cell.register(EditedRowViewModel.self)
    module.section.header.register(EditedRowViewModel.self)
    list = ListViewModel(source: source, module: module)
    list.ready()
    queried = QueriedList(list.content)
    var shown = list.snapshot
    token = list.observe { [weak self] update in
      guard let self else { return }
      if update.before.editedTexts != shown.editedTexts { problems.append("another list before") }
      if let violation = update.changes.invariantViolation() { problems.append(violation) }
      let applied = try? update.changes.applying(to: shown, taking: update.after)
      if applied?.editedTexts != update.after.editedTexts {
        problems.append("\(update.changes) does not make the list")
      }
      shown = update.after
    }
    showSource()
    if pick(2) == 0 { list.follow(queried) }
  }

  func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private func row(_ id: Int) -> EditedRow {
    EditedRow(id: id, word: ["a", "b", "c"][pick(3)], number: pick(5))
  }

  private func newRow() -> EditedRow {
    lastID += 1
    return row(lastID)
  }

  private func parts() -> [EditedParts.Part] {
    var ids = Array(0..<rows).shuffled(using: &random)
    return (0..<(1 + pick(3))).map { section in
      let count = section == 0 ? max(rows / 2, pick(ids.count + 1)) : pick(ids.count + 1)
      defer { ids.removeFirst(min(count, ids.count)) }
      return EditedParts.Part(
        id: 1000 + section, header: pick(2) == 0 ? row(-1 - section) : nil,
        rows: ids.prefix(count).map { row($0) })
    }
  }

  // MARK: - Changing the list

  func change() throws {
    switch pick(12) {
    case 0: showSource()
    case 1: setModel()
    case 2, 3: batch()
    case 4: list.reload()
    case 5...8: try editShown()
    default: try edit()
    }
  }

  private func showSource() {
    let parts = parts()
    let before = source.snapshot.editedTexts
    source.show(parts)
    // An update without changes takes back no edit.
    guard source.snapshot.editedTexts != before else { return }
    oracle.parts = parts
    for index in savepoints.indices { savepoints[index] = oracle }
  }

  private func setModel() {
    let parts = parts()
    list.setModel(ListSnapshot(sections: parts.map(\.snapshot)))
    oracle.parts = parts
  }

  private func batch() {
    savepoints.append(oracle)
    do {
      try list.performBatchUpdates {
        for _ in 0..<(1 + pick(4)) {
          switch pick(10) {
          case 0 where savepoints.count < 3: batch()
          case 1: showSource()
          case 2: setModel()
          case 3: try ask()
          default: try edit()
          }
        }
        if pick(4) == 0 { throw Failure() }
      }
      savepoints.removeLast()
    } catch {
      oracle = savepoints.removeLast()
    }
  }

  /// Edits an item that is displayed by the path of its cell, which is another one in the content.
  private func editShown() throws {
    guard list.targetSnapshot.editedTexts == list.content.snapshot.editedTexts else { return }
    let count = list.snapshot.itemCount
    guard count > 0, let shown = list.snapshot.path(ofItem: pick(count)) else { return }
    let cell = list.cell(at: shown)
    // A folded group is no item, and an item that is gone has no place.
    guard let row = cell.element as? EditedRow, let path = cell.path else { return }
    guard let section = oracle.parts.firstIndex(where: { $0.rows.contains { $0.id == row.id } }),
      let item = oracle.parts[section].rows.firstIndex(where: { $0.id == row.id })
    else {
      Issue.record("\(row) has a path but is not in the list")
      return
    }
    #expect(path == ItemPath(section: section, item: item))
    try edit(section, item, path)
  }

  private func edit() throws {
    if oracle.parts.isEmpty || pick(8) == 0 { return try editSections() }
    let section = pick(oracle.parts.count)
    let item = pick(oracle.parts[section].rows.count + 1)
    let path = ItemPath(section: section, item: item)
    if item == oracle.parts[section].rows.count || pick(3) == 0 {
      let new = newRow()
      try list.insertCell(new, at: path)
      oracle.parts[section].rows.insert(new, at: item)
    } else {
      try edit(section, item, path)
    }
  }

  private func edit(_ section: Int, _ item: Int, _ path: ItemPath) throws {
    switch pick(6) {
    case 0:
      try list.deleteCell(at: path)
      oracle.parts[section].rows.remove(at: item)
    case 1:
      let new = pick(2) == 0 ? newRow() : row(oracle.parts[section].rows[item].id)
      try list.replaceCell(at: path, with: new)
      oracle.parts[section].rows[item] = new
    case 2: try list.reloadCell(at: path)
    case 3: try list.reconfigureCell(at: path)
    default:
      let other = pick(oracle.parts.count)
      let moved = oracle.parts[section].rows.remove(at: item)
      let place = pick(oracle.parts[other].rows.count + 1)
      try list.moveCell(at: path, to: ItemPath(section: other, item: place))
      oracle.parts[other].rows.insert(moved, at: place)
    }
  }

  private func editSections() throws {
    let count = oracle.parts.count
    let section = pick(max(1, count))
    switch pick(count == 0 ? 1 : 7) {
    case 0:
      lastID += 1
      let part = EditedParts.Part(id: 1000 + lastID, rows: (0..<pick(4)).map { _ in newRow() })
      let model = EditedSection(part: part)
      try list.insertSection(model, at: section)
      oracle.parts.insert(part, at: section)
    case 1:
      try list.deleteSection(at: section)
      oracle.parts.remove(at: section)
    case 2:
      let place = pick(count)
      try list.moveSection(at: section, to: place)
      oracle.parts.insert(oracle.parts.remove(at: section), at: place)
    case 3: try list.reloadSection(at: section)
    case 4: try list.reconfigureSection(at: section)
    default:
      let header = pick(2) == 0 ? row(-1 - section) : nil
      try list.setHeader(header, ofSection: section)
      oracle.parts[section].header = header
    }
  }

  // MARK: - Asking

  func ask() throws {
    if list.excerpt == nil { list.follow(queried) }
    var query = queried.query
    switch pick(6) {
    case 0: query = ListQuery()
    case 1:
      query.filter =
        [nil, try Filter("word=a"), try Filter("number>2"), try Filter("!'c")][pick(4)]
    case 2:
      let orders: [ListQuery.Order] = [.init("number"), .init("word", isDescending: true)]
      query.orders = Array(orders.shuffled(using: &random).prefix(pick(3)))
    case 3: query.orders = [.init("count", isDescending: pick(2) == 0), .init("number")]
    case 4: query.group = pick(3) == 0 ? nil : "word"
    default: return fold()
    }
    if query.group != queried.query.group { folded = [] }
    queried.query = query
  }

  private func fold() {
    guard !queried.isAsking, queried.query.group != nil, pick(2) == 0 else { return }
    let count = queried.snapshot.sections.count
    guard count > 0 else { return }
    let section = pick(count)
    let models = queried.snapshot.sections[section]
    let group = models.header ?? models.items.element(at: 0)
    guard let title = (group as? ItemGroup)?.title else { return }
    folded.formSymmetricDifference([title])
    _ = queried.toggleFold(ofSection: section)
  }

  // MARK: - Comparing

  var isSettled: Bool {
    !queried.isAsking && list.content.snapshot.editedTexts == list.targetSnapshot.editedTexts
  }

  func check(_ step: Int) {
    #expect(problems == [], "step \(step)")
    #expect(list.content.snapshot.editedTexts == oracle.texts, "the content, step \(step)")
    let query = list.excerpt == nil ? ListQuery() : queried.query
    let wanted = query.isPlain ? oracle.texts : oracle.shown(query, folded)
    #expect(list.snapshot.editedTexts == wanted, "step \(step), \(query)")
    for _ in 0..<min(20, list.snapshot.itemCount) {
      guard let shown = list.snapshot.path(ofItem: pick(list.snapshot.itemCount)) else { continue }
      let cell = list.cell(at: shown)
      let model = list.snapshot.element(at: shown)
      guard let row = model as? EditedRow else {
        #expect(list.contentPath(of: shown) == nil && cell.path == nil)
        continue
      }
      #expect(cell.element as? EditedRow == row, "step \(step)")
      let place = cell.path.map { list.content.snapshot.element(at: $0) }
      #expect(place as? EditedRow == row, "step \(step)")
    }
    if list.excerpt != nil {
      let shown = queried.shownItems.count
      #expect(shown == queried.itemCount, "step \(step)")
    }
  }
}

/// A section as a model.
private struct EditedSection: SectionModel {
  let part: EditedParts.Part
  var sectionID: ItemID { ItemID(part.id) }
  var itemCount: Int { part.rows.count }
  func item(at position: Int) -> any CellModel { part.rows[position] }
}

@Suite("A list that is edited while it is queried")
@MainActor
struct EditedListTests {
  @Test(
    "shows what the plainest query shows, however it changes",
    arguments: 1...24 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    let run = EditedListRun(seed: seed, rows: 12)
    for step in 0..<60 {
      if run.pick(3) == 0 { try run.ask() } else { try run.change() }
      #expect(run.isSettled)
      run.check(step)
    }
  }

  @Test(
    "shows the same of long lists, which are compared and asked on threads",
    arguments: [1, 2, 3, 4] as [UInt64])
  func threads(seed: UInt64) async throws {
    let run = EditedListRun(seed: seed, rows: 1500)
    run.list.immediateLimit = 100
    for step in 0..<24 {
      for _ in 0..<(1 + run.pick(3)) {
        if run.pick(3) == 0 { try run.ask() } else { try run.change() }
      }
      await eventually("it is compared and answered") { run.isSettled }
      run.check(step)
    }
  }

  /// A list of six rows with a query.
  private func list(_ query: ListQuery) -> (ListViewModel, QueriedList) {
    let rows = (0..<6).map { EditedRow(id: $0, word: ["a", "b"][$0 % 2], number: 9 - $0) }
    let module = ModuleRegistry()["mocoa://h/list"]
    module.section.cell.register(EditedRowViewModel.self)
    let list = ListViewModel(source: SectionsSource([.init(id: 0, rows: rows)]), module: module)
    list.ready()
    let queried = QueriedList(list.content)
    list.follow(queried)
    queried.query = query
    return (list, queried)
  }

  @Test("makes view models anew and takes items as changed, although they are equal")
  func wishes() throws {
    let (list, _) = list(ListQuery(filter: try Filter("word=b"), orders: [.init("number")]))
    var updates: [ListUpdate] = []
    let token = list.observe { updates.append($0) }
    let first = try #require(list.cell(at: ItemPath(section: 0, item: 0)) as? EditedRowViewModel)
    #expect(first.model.id == 5 && first.path == ItemPath(section: 0, item: 5))
    #expect(first.shownPath == ItemPath(section: 0, item: 0))
    try list.reconfigureCell(at: ItemPath(section: 0, item: 5))
    #expect(first.changes == 1)
    #expect(updates.last?.changes.updates.map(\.to) == [ItemPath(section: 0, item: 0)])
    try list.reloadCell(at: ItemPath(section: 0, item: 5))
    #expect(updates.last?.changes.reloads == [ItemPath(section: 0, item: 0)])
    let second = list.cell(at: ItemPath(section: 0, item: 0))
    #expect(second !== first && first.path == nil)
    list.reload()
    #expect(list.cell(at: ItemPath(section: 0, item: 0)) !== second)
    #expect(list.snapshot.editedTexts == [["", "5b4", "3b6", "1b8"]])
    withExtendedLifetime(token) {}
  }

  @Test("edits of a section refer to the content, and one of a group throws")
  func sections() throws {
    let (list, queried) = list(ListQuery(filter: try Filter("word=b")))
    let section = list.section(at: 0)
    #expect(section.position == 0)
    try section.deleteCell(at: 1)
    #expect(list.content.snapshot.editedTexts == [["", "0a9", "2a7", "3b6", "4a5", "5b4"]])
    #expect(list.snapshot.editedTexts == [["", "3b6", "5b4"]])
    queried.query.group = "word"
    let group = list.section(at: 0)
    #expect(group.position == -1)
    #expect(throws: ListEditError.sectionDerived) { try group.deleteCell(at: 0) }
  }

  @Test("keeps the selection on its item when something is inserted before it")
  func selection() throws {
    let (list, queried) = list(ListQuery(filter: try Filter("word=b"), orders: [.init("number")]))
    #expect(list.select(ItemPath(section: 0, item: 2)))
    try list.insertCell(EditedRow(id: 9, word: "b", number: 5), at: ItemPath(section: 0, item: 0))
    #expect(list.selection.contains(ItemPath(section: 0, item: 3)) && list.selection.count == 1)
    queried.query = ListQuery()
    let path = try #require(
      list.selection.runs.first.map { ItemPath(section: 0, item: $0.range.lowerBound) })
    #expect((list.snapshot.element(at: path) as? EditedRow)?.id == 1)
  }

  @Test("goes on from a query that an observer asks while it is told")
  func reentrant() throws {
    let (list, queried) = list(ListQuery(orders: [.init("number")]))
    var texts: [[[String]]] = []
    let asking = list.observe { [weak list] update in
      guard let list, update.after.itemCount == 5, queried.query.filter == nil else { return }
      queried.query.filter = try? Filter("word=a")
      _ = try? list.deleteCell(at: ItemPath(section: 0, item: 0))
    }
    var shown = list.snapshot.editedTexts
    let telling = list.observe { update in
      #expect(update.before.editedTexts == shown)
      shown = update.after.editedTexts
      texts.append(shown)
    }
    try list.deleteCell(at: ItemPath(section: 0, item: 1))
    #expect(texts.first == [["", "5b4", "4a5", "3b6", "2a7", "0a9"]])
    #expect(texts.last == [["", "4a5", "2a7"]])
    withExtendedLifetime((asking, telling)) {}
  }

  // MARK: - Bindings

  @Test("shows what a binding is told, under a query, and without it")
  func binding() async throws {
    let binding = ListBinding<EditedRow>(.calls)
    let list = binding.list
    list.ready()
    let rows = (0..<4).map { EditedRow(id: $0, word: ["a", "b"][$0 % 2], number: 9 - $0) }
    binding.update(rows)
    #expect(list.content.snapshot.itemCount == 4 && list.source.snapshot.itemCount == 4)
    let queried = QueriedList(list.content)
    list.follow(queried)
    queried.query = ListQuery(filter: try Filter("word=a"), orders: [.init("number")])
    #expect(list.snapshot.editedTexts == [["", "2a7", "0a9"]])
    binding.load()
    #expect(list.phase == .loading(fraction: nil))
    binding.update(rows + [EditedRow(id: 7, word: "a", number: 8)])
    #expect(list.snapshot.editedTexts == [["", "2a7", "7a8", "0a9"]])
    binding.sender.update([EditedRow(id: 8, word: "a", number: 1)])
    binding.sender.finish()
    await eventually("it arrives") { list.content.snapshot.itemCount == 1 }
    #expect(list.snapshot.editedTexts == [["", "8a1"]])
    let cell = list.cell(at: ItemPath(section: 0, item: 0))
    binding.reload()
    #expect(list.cell(at: ItemPath(section: 0, item: 0)) !== cell)
    binding.unbind()
    queried.query = ListQuery()
    #expect(list.snapshot.editedTexts == [["", "8a1"]])
    binding.update(rows)
    #expect(list.snapshot.editedTexts == [["", "8a1"]])
  }

  @Test("a version of a history takes the place of edits, under a query too")
  func history() throws {
    let source = SectionsSource([.init(id: 0, rows: [EditedRow(id: 0, word: "a", number: 1)])])
    let history = ListHistory(of: source)
    let list = ListViewModel(source: history, module: ModuleRegistry()["mocoa://h/list"])
    list.ready()
    let queried = QueriedList(list.content)
    list.follow(queried)
    queried.query.filter = try Filter("word=a")
    source.show([.init(id: 0, rows: [EditedRow(id: 1, word: "a", number: 2)])])
    try list.insertCell(EditedRow(id: 2, word: "a", number: 3), at: ItemPath(section: 0, item: 0))
    #expect(list.snapshot.editedTexts == [["", "2a3", "1a2"]])
    #expect(history.step(by: -1))
    #expect(list.snapshot.editedTexts == [["", "0a1"]])
    history.returnToLive()
    #expect(list.snapshot.editedTexts == [["", "1a2"]])
  }
}
