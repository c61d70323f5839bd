/// Where what is shown of a list stands: in which order, in which groups, and which of these are
/// folded.
struct Arrangement: Sendable, Hashable {
  var orders: [ListQuery.Order] = []
  var group: String?
  var folding = Folding()

  /// Whether everything stands where it does in the list.
  var isNone: Bool { orders.isEmpty && group == nil }
}
