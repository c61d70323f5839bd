internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// The fields that the items of a list have, and those that somebody asks for.
extension ListPageViewModel {
  /// So many items tell which fields there are.
  static let tellingCount = 1000

  /// So many of each section are looked at.
  private static let sectionCount = 100

  /// The names of fields that items have, as far as the first of them tell; of an empty table, its columns.
  var fieldNames: [String] {
    let list = queried?.base.snapshot ?? list.snapshot
    var (names, seen): ([String], Set<String>) = ([], [])
    var rest = Self.tellingCount
    for section in list.sections where rest > 0 {
      let count = min(Self.sectionCount, rest, section.items.count)
      rest -= count
      for place in 0..<count {
        let item = section.items.element(at: place)
        for name in Self.fieldNames(of: item) where seen.insert(name).inserted {
          names.append(name)
        }
      }
    }
    return list.itemCount == 0 ? (self as? any TablePage)?.columnNames ?? [] : names
  }

  /// The names of the fields of an item; none of what cannot be read.
  private static func fieldNames(of item: any CellModel) -> [String] {
    if let names = ItemExport.columnNames(of: item) { return names }
    guard let item = item as? any FieldReadable, item.problem == nil else { return [] }
    return item.fieldNames
  }

  /// The fields by which it is filtered, sorted and put into groups.
  var askedFields: [String] {
    guard let query = queried?.query else { return [] }
    return (query.filter?.fieldPaths.sorted() ?? []) + query.orders.map(\.field)
      + [query.group].compactMap(\.self)
  }

  /// What is to be said of the first of some fields that no item has, as far as the first items tell; nil
  /// where all are known, or nobody knows any.
  func complaint(aboutUnknown paths: [String]) -> String? {
    let known = fieldNames
    let unknown = paths.first { path in
      !known.isEmpty && !known.contains { path == $0 || path.hasPrefix("\($0).") }
    }
    guard let unknown else { return nil }
    let nearest = Suggestion.nearest(to: unknown, among: known)
    return phrase("no field \(unknown) in the first items")
      + (nearest.map { phrase(" (did you mean \($0)?)") } ?? "")
  }
}
