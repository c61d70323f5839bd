/// What of a list is shown, and in which order.
public struct ListQuery: Sendable, Hashable {
  /// What an item has to have; nil for nothing.
  public var filter: Filter?

  /// By what items are in order, the first that tells two apart; they stay as they are where none does.
  public var orders: [Order]

  /// The name of the field by which items are put together, a section for each value; nil for none.
  public var group: String?

  /// A field by which items are in order.
  public struct Order: Sendable, Hashable {
    /// The name of the field, and of what is in it: separated by dots.
    public var field: String

    /// Whether the largest comes first.
    public var isDescending: Bool

    /// An order.
    public init(_ field: String, isDescending: Bool = false) {
      (self.field, self.isDescending) = (field, isDescending)
    }
  }

  /// A query; without any of them it shows all as it is.
  public init(filter: Filter? = nil, orders: [Order] = [], group: String? = nil) {
    (self.filter, self.orders, self.group) = (filter, orders, group)
  }

  /// Whether it shows all as it is.
  public var isPlain: Bool { (filter?.isEmpty ?? true) && orders.isEmpty && group == nil }
}
