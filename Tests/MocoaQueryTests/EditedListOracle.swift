import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaQuery

/// A row of a list that is edited and queried.
struct EditedRow: CellModel, FieldReadable, Hashable, CustomStringConvertible {
  let id: Int
  var word: String
  var number: Int

  var itemID: ItemID { ItemID(id) }
  var fieldNames: [String] { ["word", "number"] }
  var description: String { "\(id)\(word)\(number)" }

  func field(_ name: String) -> FieldValue? {
    switch name {
    case "word": .string(word)
    case "number": .int(Int64(number))
    default: nil
    }
  }
}

/// The view model of an edited row.
///
/// It counts its changes.
final class EditedRowViewModel: CellViewModel<EditedRow> {
  private(set) var changes = 0

  override func modelDidChange(from old: EditedRow) { changes += 1 }
}

/// A source whose sections a test replaces.
@MainActor
final class SectionsSource: ListSource {
  private(set) var snapshot: ListSnapshot
  var phase: ListPhase { .finished }
  private let observers = Observers<ListUpdate>()

  init(_ parts: [EditedParts.Part]) { snapshot = ListSnapshot(sections: parts.map(\.snapshot)) }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  func show(_ parts: [EditedParts.Part]) {
    let before = snapshot
    snapshot = ListSnapshot(sections: parts.map(\.snapshot))
    observers.notify(
      ListUpdate(
        before: before, after: snapshot, changes: ChangeSet(from: before, to: snapshot)))
  }
}

/// A list as plain arrays, with a simple implementation of queries.
struct EditedParts {
  struct Part {
    var id: Int
    var header: EditedRow?
    var rows: [EditedRow]

    var snapshot: SectionSnapshot {
      SectionSnapshot(id: ItemID(id), header: header, items: ElementSequence(items: rows))
    }
  }

  var parts: [Part]

  /// The list as text: the header and the rows of each section.
  var texts: [[String]] {
    parts.map { [$0.header?.description ?? ""] + $0.rows.map(\.description) }
  }

  /// Returns the results of a query as text.
  ///
  /// - Parameter folded: The titles of the folded groups.
  func shown(_ query: ListQuery, _ folded: Set<String>) -> [[String]] {
    let matcher = query.filter.map { FilterMatcher($0) }
    let passing = parts.map { part in
      (part, part.rows.filter { row in matcher?.matches(FieldsSubject(fields: row)) ?? true })
    }
    guard query.group != nil else {
      return passing.filter { part, rows in
        parts.count == 1 || !rows.isEmpty || part.rows.isEmpty
      }
      .map { part, rows in
        [part.header?.description ?? ""] + Self.sorted(rows, query.orders).map(\.description)
      }
    }
    let rows = Self.sorted(passing.flatMap(\.1), query.orders)
    var titles: [String] = []
    for row in rows where !titles.contains(row.word) { titles.append(row.word) }
    if let order = query.orders.first, order.field == "count" {
      func count(_ title: String) -> Int { rows.count { $0.word == title } }
      titles = titles.enumerated().sorted { one, other in
        let (a, b) = (count(one.element), count(other.element))
        return a == b ? one.offset < other.offset : order.isDescending ? a > b : a < b
      }
      .map(\.element)
    }
    return titles.map { title in
      let own = rows.filter { $0.word == title }
      return folded.contains(title)
        ? ["", "▸\(title) \(own.count)"]
        : ["=\(title) \(own.count)"] + own.map(\.description)
    }
  }

  private static func sorted(_ rows: [EditedRow], _ orders: [ListQuery.Order]) -> [EditedRow] {
    let orders = orders.filter { $0.field != "count" }
    return rows.enumerated().sorted { one, other in
      for order in orders {
        let (a, b) = (one.element, other.element)
        let isBefore = order.field == "word" ? a.word < b.word : a.number < b.number
        let isBehind = order.field == "word" ? a.word > b.word : a.number > b.number
        if isBefore || isBehind { return isBefore != order.isDescending }
      }
      return one.offset < other.offset
    }
    .map(\.element)
  }
}

extension ListSnapshot {
  /// The list as text: the header and the rows of each section.
  var editedTexts: [[String]] {
    func text(_ model: (any CellModel)?) -> String {
      switch model {
      case let row as EditedRow: row.description
      case let group as ItemGroup: (group.isFolded ? "▸" : "=") + "\(group.title) \(group.count)"
      case nil: ""
      default: "?"
      }
    }
    return sections.map { section in
      [text(section.header)]
        + (0..<section.items.count).map { text(section.items.element(at: $0)) }
    }
  }
}
