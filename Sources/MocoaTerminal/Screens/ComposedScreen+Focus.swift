public import MocoaModel

/// Properties and methods of a screen that are those of the focused pane.
extension ComposedScreen {
  /// The table columns of the focused pane.
  public var rowColumns: TableColumns? {
    get { focus?.rowColumns }
    set { focus?.rowColumns = newValue }
  }

  /// Toggles the mark of the current item in the focused pane.
  public func toggleMark() -> Bool { focus?.toggleMark() ?? false }

  /// Marks or unmarks several items in the focused pane.
  public func mark(_ marking: MarkCommand) -> Bool { focus?.mark(marking) ?? false }

  /// The number of marked items in the focused pane.
  public var markedCount: Int { focus?.markedCount ?? 0 }

  /// The marked items of the focused pane or, if none is marked, its current item.
  public var targetItems: ItemSubset? { focus?.targetItems }
}
