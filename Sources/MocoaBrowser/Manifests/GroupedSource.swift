internal import MocoaLanguage
internal import MocoaModel

/// A list as a manifest wants it: in a section for each value of a field, with headers and footers.
///
/// To know the sections every record is read, so only the first hundred thousand are put into them.
@MainActor
final class GroupedSource: ListSource {
  private(set) var snapshot: ListSnapshot
  var phase: ListPhase { base.phase }

  private let base: any ListSource
  private let plan: Plan
  private var groups: Groups
  private let observers = Observers<ListUpdate>()
  private var token: ObservationToken?

  /// What a manifest asks for.
  struct Plan: Equatable {
    var field: String?
    var hasHeader: Bool
    var hasFooter: Bool
  }

  /// A list in sections.
  init(_ base: any ListSource, _ plan: Plan) {
    (self.base, self.plan) = (base, plan)
    var groups = Groups(plan)
    groups.add(base.snapshot, from: 0)
    (self.groups, snapshot) = (groups, groups.snapshot)
    token = base.observe { [weak self] in self?.follow($0) }
  }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  private func follow(_ update: ListUpdate) {
    let before = snapshot
    if !update.changes.isEmpty {
      if !update.changes.isAppend { groups = Groups(plan) }
      groups.add(update.after, from: groups.count)
      snapshot = groups.snapshot
    }
    observers.send(
      ListUpdate(
        before: before, after: snapshot,
        changes: update.changes.isEmpty
          ? .unchanged(snapshot) : ChangeSet(from: before, to: snapshot),
        context: update.context))
  }
}

/// Records by the value of a field, in the order in which the values came first.
private struct Groups {
  private let plan: GroupedSource.Plan
  private var sections: [Group] = []
  private var places: [String: Int] = [:]

  /// How many records there are.
  private(set) var count = 0

  /// So many records are read to be put into sections; those behind them are one section.
  static let limit = 100_000

  /// More sections than these would be as hard to read as none.
  private static let sectionLimit = 10_000

  private struct Group {
    let name: String
    var items = ElementSequence()
  }

  init(_ plan: GroupedSource.Plan) {
    self.plan = plan
  }

  /// Adds the records of a list of one section, from a position on.
  mutating func add(_ list: ListSnapshot, from start: Int) {
    guard let items = list.sections.first?.items else { return }
    var position = start
    while position < items.count {
      let name = position < Self.limit ? self.name(of: items.element(at: position)) : Self.rest
      var end = position + 1
      if position >= Self.limit || plan.field == nil {
        end = items.count
      } else {
        // Records of one section that follow each other stay together.
        while end < min(items.count, Self.limit), self.name(of: items.element(at: end)) == name {
          end += 1
        }
      }
      let place = place(of: name)
      sections[place].items = sections[place].items + items.slice(position..<end)
      position = end
    }
    count = items.count
  }

  private static let rest = phrase("(more than 100,000 records are not put into sections)")

  private mutating func place(of name: String) -> Int {
    let isFull = sections.count >= Self.sectionLimit
    let name = isFull && places[name] == nil ? Self.rest : name
    if let place = places[name] { return place }
    places[name] = sections.count
    sections.append(Group(name: name))
    return sections.count - 1
  }

  private func name(of element: any CellModel) -> String {
    guard let field = plan.field, let value = (element as? any FieldReadable)?.field(field) else {
      return ""
    }
    return value.scalarText ?? value.summary(limit: 100)
  }

  var snapshot: ListSnapshot {
    ListSnapshot(
      sections: sections.map { group in
        let end = SectionEnd(section: group.name, count: group.items.count)
        return SectionSnapshot(
          id: ItemID(group.name), header: plan.hasHeader ? end : nil, items: group.items,
          footer: plan.hasFooter ? end : nil)
      })
  }
}

/// What the header and the footer of a section are made of: its value, and how many records it has.
struct SectionEnd: CellModel, FieldReadable, Equatable {
  let section: String
  let count: Int

  var itemID: ItemID { ItemID(section) }
  var fieldNames: [String] { ["section", "count"] }

  func field(_ name: String) -> FieldValue? {
    switch name {
    case "section": .text(section)
    case "count": .int(Int64(count))
    default: nil
    }
  }
}

extension ListSource {
  /// This list as a manifest wants it; itself where the manifest wants nothing.
  func grouped(_ plan: GroupedSource.Plan) -> any ListSource {
    plan.field == nil && !plan.hasHeader && !plan.hasFooter ? self : GroupedSource(self, plan)
  }
}
