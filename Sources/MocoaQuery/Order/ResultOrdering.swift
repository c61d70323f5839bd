/// The sort order, the grouping and the folded groups of query results.
struct ResultOrdering: Sendable, Hashable {
  var orders: [ListQuery.Order] = []
  var group: String?
  var folding = FoldState()

  /// A Boolean value that indicates whether the items keep the order and sections of the base list.
  var isIdentity: Bool { orders.isEmpty && group == nil }
}
