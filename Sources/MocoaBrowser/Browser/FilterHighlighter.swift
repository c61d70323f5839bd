internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// Highlights the parts of items that match the filter of a list or the last search.
struct FilterHighlighter: MatchHighlighter {
  /// The texts of the filter and of the search, or `nil` for each one that does not exist.
  let texts: [String?]

  private let finders: [MatchFinder]

  /// Creates a highlighter, or returns `nil` without a filter and a search.
  ///
  /// - Parameters:
  ///   - filter: The filter of the list.
  ///   - search: The search whose matches are highlighted.
  init?(filter: Filter?, search: Filter?) {
    let filters = [filter, search].compactMap(\.self)
    if filters.isEmpty { return nil }
    texts = Self.texts(filter: filter, search: search)
    finders = filters.map { MatchFinder($0) }
  }

  /// Returns the value of `texts` for a filter and a search.
  static func texts(filter: Filter?, search: Filter?) -> [String?] { [filter?.text, search?.text] }

  func matches(in item: any CellModel) -> (any ItemMatches)? {
    if item is ItemGroup { return nil }
    // The fields of a very large record are not read for display.
    guard ItemSerializer.hasLoadedFields(item) else {
      return HighlightedItem(item: nil, finders: finders)
    }
    let matching = finders.filter { $0.matches(item) }
    return matching.isEmpty ? nil : HighlightedItem(item: item, finders: matching)
  }
}

/// An item, and the finders of the filters that it matches.
private struct HighlightedItem: ItemMatches {
  /// The item, or `nil` if its fields are not read.
  let item: (any CellModel)?

  let finders: [MatchFinder]

  func match(of value: FieldValue, at field: String, shownAs text: String) -> CellMatch {
    guard let item else { return CellMatch() }
    return cellMatch { $0.match(of: value, at: field, shownAs: text, in: item) }
  }

  func match(ofText text: String) -> CellMatch {
    cellMatch { finder in
      item.map { finder.match(ofText: text, in: $0) }
        ?? .init(ranges: finder.ranges(ofWordsIn: text))
    }
  }

  func haveHiddenMatch(besides fields: [String], showsMatch: Bool) -> Bool {
    func isVisible(_ path: String) -> Bool {
      fields.contains { path == $0 || path.hasPrefix($0 + ".") || $0.hasPrefix(path + ".") }
    }
    return finders.contains { finder in
      !finder.conditionPaths.allSatisfy(isVisible)
        || !showsMatch && item.map(finder.findsWord) ?? false
    }
  }

  private func cellMatch(_ match: (MatchFinder) -> MatchFinder.ValueMatch) -> CellMatch {
    var all = MatchFinder.ValueMatch()
    for finder in finders { all.formUnion(match(finder)) }
    return CellMatch(ranges: all.ranges, isCompared: all.isCompared)
  }
}
