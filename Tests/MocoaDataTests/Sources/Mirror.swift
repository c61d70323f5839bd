import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

/// A copy of a source, maintained only from its updates.
///
/// It checks each update.
@MainActor
final class Mirror {
  /// The list that results from the updates.
  private(set) var snapshot: ListSnapshot

  /// The change sets that are not empty, in order.
  private(set) var changes: [ChangeSet] = []

  private var token: ObservationToken?

  /// The number of updates, including those without changes.
  private(set) var count = 0

  init(_ source: some ListSource) {
    snapshot = source.snapshot
    token = source.observe { [weak self, weak source] in
      if let source { self?.take($0, source) }
    }
  }

  private func take(_ update: ListUpdate, _ source: some ListSource) {
    count += 1
    #expect(Self.difference(snapshot, update.before) == nil)
    #expect(Self.difference(source.snapshot, update.after) == nil)
    #expect(update.after.invariantViolation() == nil)
    if !update.changes.isEmpty { changes.append(update.changes) }
    do {
      let made = try update.changes.applying(to: snapshot, elementsFrom: update.after)
      #expect(Self.difference(made, update.after) == nil)
      snapshot = update.after
    } catch {
      Issue.record("\(error)")
    }
  }

  /// Returns the first difference of two lists, compared by hashes, or `nil` if they are equal.
  private static func difference(_ one: ListSnapshot, _ other: ListSnapshot) -> String? {
    if one.itemCount != other.itemCount { return "\(one.itemCount) and \(other.itemCount) items" }
    let paths = (0..<one.itemCount).lazy.map { ItemPath(section: 0, item: $0) }
    return paths.first {
      one.id(at: $0) != other.id(at: $0) || !one.isContentEqual(at: $0, in: other, at: $0)
    }.map { "item \($0.item)" }
  }
}

@MainActor
extension ListSource {
  /// The records of the list, in order.
  var records: [Record] {
    let items = snapshot.sections[0].items
    return (0..<items.count).compactMap { items.element(at: $0) as? Record }
  }

  /// The field `id` of each record, or its error message.
  var ids: [String] {
    records.map { $0.errorMessage ?? $0.field("id")?.description ?? "?" }
  }
}
