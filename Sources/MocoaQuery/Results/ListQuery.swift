/// The filter, sort order and grouping of a list.
public struct ListQuery: Sendable, Hashable {
  /// The filter, or `nil` to include all items.
  public var filter: Filter?

  /// The sort orders.
  ///
  /// Each orders the items that are equal in all earlier ones. The sort is stable.
  public var orders: [Order]

  /// The name of the field by which items are grouped into sections, or `nil`.
  public var group: String?

  /// The ranking of the items that match the filter, or `nil` for the order of the list.
  ///
  /// It applies to lists without sort orders and groups.
  public var ranking: Ranking?

  /// An order in which the best match of the filter comes first.
  public struct Ranking: Sendable, Hashable {
    /// The name of the field whose matches count twice, or `nil` if all fields count once.
    public var keyField: String?

    /// Creates a ranking.
    public init(keyField: String? = nil) { self.keyField = keyField }
  }

  /// A sort order by a field.
  public struct Order: Sendable, Hashable {
    /// The name of the field, or several names separated by periods.
    public var field: String

    /// A Boolean value that indicates whether the largest value comes first.
    public var isDescending: Bool

    /// Creates a sort order.
    public init(_ field: String, isDescending: Bool = false) {
      (self.field, self.isDescending) = (field, isDescending)
    }
  }

  /// Creates a query.
  ///
  /// A query without arguments shows all items in the order of the list.
  public init(filter: Filter? = nil, orders: [Order] = [], group: String? = nil) {
    (self.filter, self.orders, self.group) = (filter, orders, group)
  }

  /// A Boolean value that indicates whether the query shows all items in the order of the list.
  public var isEmpty: Bool { (filter?.isEmpty ?? true) && orders.isEmpty && group == nil }
}

/// The sort order, the grouping and the folded groups of query results.
struct ResultOrdering: Sendable, Hashable {
  var orders: [ListQuery.Order] = []
  var group: String?
  var folding = FoldState()

  /// A Boolean value that indicates whether the best match of the filter comes first.
  var isRanked = false

  /// A Boolean value that indicates whether the items keep the order and sections of the base list.
  var isIdentity: Bool { orders.isEmpty && group == nil && !isRanked }
}
