public import MocoaModel

/// What is asked of the part that has the attention.
extension ComposedScreen {
  /// The fields of its items in columns.
  public var rowColumns: RowColumns? {
    get { focus?.rowColumns }
    set { focus?.rowColumns = newValue }
  }

  /// Marks the item in it that the cursor is on.
  public func toggleMark() -> Bool { focus?.toggleMark() ?? false }

  /// Marks several items of the part that has the attention, or none.
  public func mark(_ marking: Marking) -> Bool { focus?.mark(marking) ?? false }

  /// How many items of that are marked.
  public var markedCount: Int { focus?.markedCount ?? 0 }

  /// What is marked in it, or the item that its cursor is on.
  public var chosen: ChosenItems? { focus?.chosen }
}
