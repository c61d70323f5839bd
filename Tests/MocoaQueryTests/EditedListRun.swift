import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaQuery

/// Performs random edits and queries of a list, determined by a seed, and compares the results.
@MainActor
final class EditedListRun {
  struct TestError: Error {}

  let source: SectionsSource
  let list: ListViewModel
  let queried: QueryResults
  var oracle: EditedParts
  var folded: Set<String> = []
  var random: SeededGenerator
  private var savepoints: [EditedParts] = []
  private var lastID: Int
  private let rows: Int

  /// The errors in the updates that observers received.
  private(set) var problems: [String] = []
  private var token: ObservationToken?

  init(seed: UInt64, rows: Int) {
    random = SeededGenerator(seed: seed)
    (self.rows, lastID) = (rows, rows)
    oracle = EditedParts(parts: [])
    source = SectionsSource([])
    let module = ModuleRegistry().define("mocoa://h/list")
    module.section.cell.register(EditedRowViewModel.self)
    module.section.header.register(EditedRowViewModel.self)
    list = ListViewModel(source: source, module: module)
    list.prepareIfNeeded()
    queried = QueryResults(list.content)
    var shown = list.snapshot
    token = list.observe { [weak self] update in
      guard let self else { return }
      if update.before.editedTexts != shown.editedTexts { problems.append("another list before") }
      if let violation = update.changes.invariantViolation() { problems.append(violation) }
      let applied = try? update.changes.applying(to: shown, elementsFrom: update.after)
      if applied?.editedTexts != update.after.editedTexts {
        problems.append("\(update.changes) does not make the list")
      }
      shown = update.after
    }
    showSource()
    if pick(2) == 0 { list.setSource(queried) }
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
    // An update without changes does not discard edits.
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
        if pick(4) == 0 { throw TestError() }
      }
      savepoints.removeLast()
    } catch {
      oracle = savepoints.removeLast()
    }
  }

  /// Edits a displayed item by the path of its cell.
  ///
  /// The path refers to the content, so it differs from the displayed path.
  private func editShown() throws {
    guard list.targetSnapshot.editedTexts == list.content.snapshot.editedTexts else { return }
    let count = list.snapshot.itemCount
    guard count > 0, let shown = list.snapshot.path(forItemAt: pick(count)) else { return }
    let cell = list.cell(at: shown)
    // A folded group is not an item, and a removed item has no path.
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
    if list.derivedList == nil { list.setSource(queried) }
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
    guard !queried.isUpdatingResults, queried.query.group != nil, pick(2) == 0 else { return }
    let count = queried.snapshot.sections.count
    guard count > 0 else { return }
    let section = pick(count)
    let models = queried.snapshot.sections[section]
    let group = models.header ?? models.items.element(at: 0)
    guard let title = (group as? ItemGroup)?.title else { return }
    folded.formSymmetricDifference([title])
    _ = queried.toggleFolding(ofSection: section)
  }

  // MARK: - Comparing

  var isSettled: Bool {
    !queried.isUpdatingResults
      && list.content.snapshot.editedTexts == list.targetSnapshot.editedTexts
  }

  func check(_ step: Int) {
    #expect(problems == [], "step \(step)")
    #expect(list.content.snapshot.editedTexts == oracle.texts, "the content, step \(step)")
    let query = list.derivedList == nil ? ListQuery() : queried.query
    let wanted = query.isEmpty ? oracle.texts : oracle.shown(query, folded)
    #expect(list.snapshot.editedTexts == wanted, "step \(step), \(query)")
    for _ in 0..<min(20, list.snapshot.itemCount) {
      guard let shown = list.snapshot.path(forItemAt: pick(list.snapshot.itemCount)) else {
        continue
      }
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
    if list.derivedList != nil {
      let shown = queried.visibleBaseItems.count
      #expect(shown == queried.itemCount, "step \(step)")
    }
  }
}

/// A section as a model.
struct EditedSection: SectionModel {
  let part: EditedParts.Part
  var sectionID: ItemID { ItemID(part.id) }
  var itemCount: Int { part.rows.count }
  func item(at position: Int) -> any CellModel { part.rows[position] }
}
