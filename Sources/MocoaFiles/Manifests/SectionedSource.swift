internal import MocoaLocalization
internal import MocoaModel

/// A list with the sections that a manifest defines: one for each value of a field, with headers
/// and footers.
///
/// Grouping reads every record, so only the first 100,000 records are grouped.
@MainActor
final class SectionedSource: ListSource {
  private(set) var snapshot: ListSnapshot
  var phase: ListPhase { base.phase }

  private let base: any ListSource
  private let plan: SectionOptions
  private var groups: Groups
  private let observers = Observers<ListUpdate>()
  private var token: ObservationToken?

  /// The grouping and the headers and footers that a manifest requests.
  struct SectionOptions: Equatable {
    var field: String?
    var hasHeader: Bool
    var hasFooter: Bool
  }

  /// Creates a list that groups the records of another list.
  init(_ base: any ListSource, _ plan: SectionOptions) {
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
    observers.notify(
      ListUpdate(
        before: before, after: snapshot,
        changes: update.changes.isEmpty
          ? .unchanged(snapshot) : ChangeSet(from: before, to: snapshot),
        context: update.context))
  }
}

/// Records that are grouped by the value of a field, in the order of first occurrence.
private struct Groups {
  private let plan: SectionedSource.SectionOptions
  private var sections: [Group] = []
  private var indexes: [String: Int] = [:]

  /// The number of added records.
  private(set) var count = 0

  /// The maximum number of records that are grouped.
  ///
  /// All later records form one section.
  static let limit = 100_000

  /// The maximum number of sections.
  ///
  /// More sections would be as hard to read as an ungrouped list.
  private static let sectionLimit = 10_000

  private struct Group {
    let name: String
    var items = ElementSequence()
  }

  init(_ plan: SectionedSource.SectionOptions) {
    self.plan = plan
  }

  /// Adds the records of a list with one section, starting at an index.
  mutating func add(_ list: ListSnapshot, from start: Int) {
    guard let items = list.sections.first?.items else { return }
    var position = start
    while position < items.count {
      let name =
        position < Self.limit ? self.name(of: items.element(at: position)) : Self.overflowName
      var end = position + 1
      if position >= Self.limit || plan.field == nil {
        end = items.count
      } else {
        // Adjacent records of the same section are added as one slice.
        while end < min(items.count, Self.limit), self.name(of: items.element(at: end)) == name {
          end += 1
        }
      }
      let place = index(of: name)
      sections[place].items = sections[place].items + items.slice(position..<end)
      position = end
    }
    count = items.count
  }

  private static let overflowName = localized("(no sections: more than 100,000 records)")

  private mutating func index(of name: String) -> Int {
    let isFull = sections.count >= Self.sectionLimit
    let name = isFull && indexes[name] == nil ? Self.overflowName : name
    if let place = indexes[name] { return place }
    indexes[name] = sections.count
    sections.append(Group(name: name))
    return sections.count - 1
  }

  private func name(of element: any CellModel) -> String {
    guard let field = plan.field, let value = (element as? any FieldReadable)?.field(field) else {
      return ""
    }
    return value.scalarString ?? value.summary(limit: 100)
  }

  var snapshot: ListSnapshot {
    ListSnapshot(
      sections: sections.map { group in
        let end = SectionBoundaryModel(section: group.name, count: group.items.count)
        return SectionSnapshot(
          id: ItemID(group.name), header: plan.hasHeader ? end : nil, items: group.items,
          footer: plan.hasFooter ? end : nil)
      })
  }
}

/// The model of the header or the footer of a section, with the common field value and the number
/// of its records.
struct SectionBoundaryModel: CellModel, FieldReadable, Equatable {
  let section: String
  let count: Int

  var itemID: ItemID { ItemID(section) }
  var fieldNames: [String] { ["section", "count"] }

  func field(_ name: String) -> FieldValue? {
    switch name {
    case "section": .string(section)
    case "count": .int(Int64(count))
    default: nil
    }
  }
}

extension ListSource {
  /// Returns the records of this list in sections, or this list if the manifest defines no
  /// sections.
  func grouped(_ plan: SectionedSource.SectionOptions) -> any ListSource {
    plan.field == nil && !plan.hasHeader && !plan.hasFooter ? self : SectionedSource(self, plan)
  }
}
