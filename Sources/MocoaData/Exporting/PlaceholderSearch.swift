package import MocoaModel

/// A search for the names in braces that are fields of items.
///
/// It can continue over several calls, which must pass the same items. A name counts as a field if
/// one of the first 10,000 items has a value for it, because no command can have more items.
package struct PlaceholderSearch: Sendable {
  /// The names that are fields of the items examined until now.
  package private(set) var fields: Set<String> = []

  /// The number of items that were examined for each name that is not known to be a field.
  private var examinedCounts: [String: Int] = [:]

  package init() {}

  /// Examines further items for names.
  ///
  /// The empty name is always a field.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - names: The names.
  ///   - limit: The maximum number of items to examine, in total for all names.
  /// - Returns: `true` if all names are fields, or if all items were examined for the others.
  package mutating func examine(
    _ items: ItemSubset, for names: Set<String>, limit: Int = .max
  ) -> Bool {
    let end = min(items.count, ShellTemplate.maxItems)
    var (left, isComplete) = (limit, true)
    for name in names.sorted() where !fields.contains(name) {
      var (isField, count) = (name.isEmpty, examinedCounts[name] ?? 0)
      if !isField, count < end, left > 0 {
        items.forEach(from: count) { item in
          isField = ItemSerializer.value(at: name, of: item) != nil
          (count, left) = (count + 1, left - 1)
          return !isField && count < end && left > 0
        }
      }
      if isField { fields.insert(name) }
      examinedCounts[name] = count
      if !isField, count < end { isComplete = false }
    }
    return isComplete
  }
}

extension ItemSubset {
  /// Calls a closure with each item from an index on, until the closure returns `false`.
  fileprivate func forEach(from index: Int, _ body: (any CellModel) -> Bool) {
    var skipped = index
    for part in slices {
      for run in part.runs {
        let range = run.range.dropFirst(skipped)
        skipped -= run.range.count - range.count
        for item in range {
          let path = ItemPath(section: run.section, item: item)
          guard body(part.list.element(at: path)) else { return }
        }
      }
    }
  }
}
