import Mocoa
import MocoaModel
import MocoaTestSupport

/// A list of numbered items and a mirror of its updates, shared by the suites about batches.
@MainActor
final class Batching {
  let module: Module
  let source: FakeListSource
  let list: ListViewModel
  let mirror: ListMirror
  private var token: ObservationToken?

  init(_ parts: [FakeListSource.Part], isReady: Bool = true) {
    module = ModuleRegistry().define("mocoa://h/list")
    for section in [module.section, module.section("other")] {
      section.cell.register(SampleViewModel.self)
      section.header.register(SampleViewModel.self)
      section.footer.register(SampleViewModel.self)
    }
    module.section("other").cell("any").register(AnySampleViewModel.self)
    source = FakeListSource(parts)
    list = ListViewModel(source: source, module: module)
    mirror = ListMirror(list.snapshot)
    if isReady { list.prepareIfNeeded() }
    let mirror = mirror
    token = list.observe { mirror.receive($0) }
  }

  /// Creates a list with one section for each array of numbers.
  ///
  /// Sections are numbered from 100.
  convenience init(_ numbers: [[Int]]) {
    self.init(numbers.enumerated().map { .init(100 + $0, $1.map { SampleItem($0) }) })
  }

  /// The updates that the list sent to its renderers.
  var updates: [ListUpdate] { mirror.updates }

  /// The numbers of the visible items.
  var numbers: [[Int]] { list.snapshot.numbers }

  /// Returns all cells, creating them if needed.
  @discardableResult
  func makeCells() -> [Int: SampleViewModel] {
    var cells: [Int: SampleViewModel] = [:]
    var path = list.snapshot.firstPath
    while let current = path {
      if let cell = list.cell(at: current) as? SampleViewModel { cells[cell.model.id] = cell }
      path = list.snapshot.path(after: current)
    }
    for section in list.snapshot.sections.indices {
      _ = list.header(ofSection: section)
      _ = list.footer(ofSection: section)
    }
    return cells
  }

  /// Returns the first violated invariant of the list or the tree, or `nil` if both are valid.
  func violation() -> String? {
    if let violation = list.snapshot.invariantViolation() { return violation }
    if mirror.sections != list.snapshot.parts { return "renderers see \(mirror.sections)" }
    var last = -1
    for case let section as SectionViewModel in list.children {
      if section.position <= last { return "section \(section.position) after \(last)" }
      last = section.position
      var lastRank = -3
      let shown = list.snapshot.sections[section.position]
      for case let cell as AnyCellViewModel in section.children {
        let model = cell.element as? SampleItem
        if let path = cell.path {
          if path.section != section.position || path.item <= lastRank { return "cell at \(path)" }
          lastRank = path.item
          if list.existingCell(at: path) !== cell { return "cell \(path) is not the one made" }
          if model != shown.items.element(at: path.item) as? SampleItem {
            return "cell \(path) shows \(String(describing: model))"
          }
        } else if cell === list.existingViewModel(for: .header(section: section.position)) {
          if model != shown.header as? SampleItem { return "header of \(section.position)" }
        } else if cell === list.existingViewModel(for: .footer(section: section.position)) {
          if model != shown.footer as? SampleItem { return "footer of \(section.position)" }
        } else {
          return "a cell without a place"
        }
      }
    }
    return nil
  }
}

/// A renderer that only knows the updates.
///
/// It keeps a copy of the list and applies each update to it. It reads only inserted and updated
/// content from the new list.
@MainActor
final class ListMirror {
  /// A section as a renderer knows it.
  struct Part: Equatable, CustomStringConvertible {
    var id: ItemID
    var name: String
    var header: SampleItem?
    var items: [SampleItem?]
    var footer: SampleItem?

    var description: String {
      "\(id)\(name):" + items.map { $0.map { "\($0.id)\($0.text)" } ?? "?" }.joined(separator: ",")
    }
  }

  private(set) var sections: [Part]
  private(set) var updates: [ListUpdate] = []

  /// The errors of the updates, one line each.
  private(set) var problems: [String] = []

  /// A closure that is called after each update.
  var onUpdate: (ListUpdate) -> Void = { _ in }

  init(_ list: ListSnapshot) {
    sections = list.parts
  }

  func receive(_ update: ListUpdate) {
    updates.append(update)
    if let violation = update.changes.invariantViolation() { problems.append(violation) }
    if sections != update.before.parts { problems.append("before: \(update.before.parts)") }
    if update.changes.countsBefore != sections.map(\.items.count) {
      problems.append("an update of another list: \(update.changes)")
    } else {
      apply(update.changes, update.after.parts)
    }
    if sections != update.after.parts {
      problems.append("\(update.changes) makes \(sections), not \(update.after.parts)")
      sections = update.after.parts
    }
    onUpdate(update)
  }

  private func apply(_ changes: ChangeSet, _ after: [Part]) {
    let old = sections
    // Sections: inserted and moved ones first, then the others at the free indexes.
    var origins = [Int?](repeating: nil, count: after.count)
    var isTaken = [Bool](repeating: false, count: after.count)
    for section in changes.sectionInsertions { isTaken[section] = true }
    for move in changes.sectionMoves { (origins[move.to], isTaken[move.to]) = (move.from, true) }
    let leaving = Set(changes.sectionDeletions + changes.sectionMoves.map(\.from))
    let free = after.indices.filter { !isTaken[$0] }
    for (to, from) in zip(free, old.indices.filter { !leaving.contains($0) }) { origins[to] = from }
    // Items in the same way.
    var left: [[SampleItem??]] = old.map { $0.items.map { .some($0) } }
    for run in changes.deletions {
      for item in run.range { left[run.section][item] = .none }
    }
    for move in changes.moves { left[move.from.section][move.from.item] = .none }
    sections = origins.enumerated().map { to, origin in
      guard let origin else { return after[to] }
      var items = [SampleItem??](repeating: .none, count: changes.countsAfter[to])
      for run in changes.insertions where run.section == to {
        for item in run.range { items[item] = after[to].items[item] }
      }
      for move in changes.moves where move.to.section == to {
        items[move.to.item] = old[move.from.section].items[move.from.item]
      }
      var staying = left[origin].compactMap { $0 }[...]
      for item in items.indices where items[item] == nil { items[item] = staying.popFirst() }
      for step in changes.updates where step.to.section == to {
        items[step.to.item] = after[to].items[step.to.item]
      }
      let isUpdated = changes.sectionUpdates.contains { $0.to == to }
      var part = isUpdated ? after[to] : old[origin]
      part.items = items.map { $0 ?? nil }
      return part
    }
  }
}

extension ListSnapshot {
  /// The list as a renderer knows it.
  var parts: [ListMirror.Part] {
    sections.map { section in
      ListMirror.Part(
        id: section.id, name: section.moduleName, header: section.header as? SampleItem,
        items: (0..<section.items.count).map { section.items.element(at: $0) as? SampleItem },
        footer: section.footer as? SampleItem)
    }
  }

  /// The numbers of the items.
  var numbers: [[Int]] {
    parts.map { $0.items.map { $0?.id ?? -1 } }
  }
}

extension BatchUpdate {
  /// The resulting update, or `nil` if the batch is pending or changed nothing.
  var outcome: ListUpdate? {
    var outcome: ListUpdate?
    onFinish { outcome = $0 }
    return outcome
  }

  /// A Boolean value that indicates whether the batch is finished without an update.
  var cameToNothing: Bool { isFinished && outcome == nil }
}
