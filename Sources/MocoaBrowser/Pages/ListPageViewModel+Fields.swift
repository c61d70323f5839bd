internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaQuery

/// The fields of the items of a list, and the fields that its query uses.
extension ListPageViewModel {
  /// The maximum number of items that are examined for field names.
  static let sampledItemCount = 1000

  /// The maximum number of items that are examined for field names in each section.
  static let sectionCount = 100

  /// The maximum number of field names that are read from a very large record.
  private static let largeCount = 250

  /// The maximum number of very large records that are examined for field names.
  private static let largeRecords = 10

  /// The field names of the first items, or the column names of a table without rows.
  var fieldNames: [String] { fieldNames(ofEach: Self.sectionCount) }

  /// Returns the field names of the first items of each section.
  ///
  /// - Parameters:
  ///   - count: The maximum number of items that are examined in each section.
  ///   - readsModels: A Boolean value that indicates whether the properties of models that are not
  ///     records count as fields.
  private func fieldNames(ofEach count: Int, readsModels: Bool = false) -> [String] {
    let list = list.content.snapshot
    var (names, seen): ([String], Set<String>) = ([], [])
    var last: [String] = []
    var (rest, large) = (Self.sampledItemCount, Self.largeRecords)
    for section in list.sections where rest > 0 {
      let count = min(count, rest, section.items.count)
      rest -= count
      for place in 0..<count {
        let own = Self.fieldNames(of: section.items.element(at: place), &large, readsModels)
        // The rows of a table share one list of names, which may be long.
        if own == last { continue }
        last = own
        for name in own where seen.insert(name).inserted { names.append(name) }
      }
    }
    return list.itemCount == 0 ? (self as? any TablePage)?.columnNames ?? [] : names
  }

  /// Returns the field names of an item.
  ///
  /// The result is empty if the item is unreadable.
  private static func fieldNames(
    of item: any CellModel, _ large: inout Int, _ readsModels: Bool
  ) -> [String] {
    if let names = ItemSerializer.columnNames(of: item) { return names }
    guard let readable = item as? any FieldReadable else {
      return readsModels ? ItemSerializer.fields(of: item).map(\.name) : []
    }
    if readable.errorMessage != nil { return [] }
    if large > 0, let first = ItemSerializer.firstFields(of: item, upTo: largeCount) {
      large -= 1
      return first.fields.map(\.name)
    }
    return readable.fieldNames
  }

  /// The fields by which the query filters, sorts and groups.
  var queriedFields: [String] {
    guard let query = queried?.query else { return [] }
    return (query.filter?.fieldPaths.sorted() ?? []) + query.orders.map(\.field)
      + [query.group].compactMap(\.self)
  }

  /// Returns a warning about fields that none of the examined items has.
  ///
  /// The first items of the source are examined, and the first and the last item of the query
  /// results. The result is `nil` if each field was found, or if no examined item has readable
  /// fields.
  func unknownFieldsMessage(for paths: [String]) -> String? {
    let (unknown, known) = unknownFields(among: paths)
    guard let first = unknown.first else { return nil }
    let nearest = unknown.count == 1 ? Suggestion.nearest(to: first, among: known) : nil
    let names = unknown.prefix(Self.maxUnknownFields).joined(separator: ", ")
    return localized(
      "no field \(unknown.count > Self.maxUnknownFields ? names + ", …" : names) in the sampled items"
    )
      + (nearest.map { localized(" (did you mean \($0)?)") } ?? "")
  }

  /// Returns the fields that none of the examined items has, and the field names of these items.
  ///
  /// The first items of the source are examined, and the first and the last item of the query
  /// results.
  func unknownFields(among paths: [String]) -> (unknown: [String], known: [String]) {
    // Groups can also be sorted by their number of items.
    let groupFields = queried?.query.group == nil ? [] : [ItemGroup.countField]
    func unknown(among known: [String]) -> [String] {
      let names = Set(known.isEmpty ? [] : known + groupFields)
      return paths.filter { path in
        // A path begins with a field name, which may itself contain dots.
        let ends = path.indices.filter { path[$0] == "." } + [path.endIndex]
        return !names.isEmpty && !ends.contains { names.contains(String(path[..<$0])) }
      }
    }
    let first = fieldNames(ofEach: Self.sectionCount, readsModels: true)
    if unknown(among: first).isEmpty { return ([], first) }
    // Before a warning, more items are examined, and also items that were found or sorted by the
    // fields.
    let known = fieldNames(ofEach: Self.sampledItemCount, readsModels: true) + shownNames
    var seen: Set<String> = []
    return (unknown(among: known).filter { seen.insert($0).inserted }, known)
  }

  /// The maximum number of fields that a warning names.
  private static let maxUnknownFields = 3

  /// The field names of the first and the last item of the query results.
  private var shownNames: [String] {
    let list = list.snapshot
    let places = [list.firstPath, list.path(forItemAt: list.itemCount - 1)].compactMap(\.self)
    var large = places.count
    return places.flatMap { Self.fieldNames(of: list.element(at: $0), &large, true) }
  }
}
