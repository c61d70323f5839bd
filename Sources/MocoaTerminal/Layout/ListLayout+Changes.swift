internal import MocoaModel

extension ListLayout {
  /// Whether a change of the list is seen here: something that is shown is gone, moved or updated, or
  /// something has come in between.
  ///
  /// - Parameter rows: the height of the viewport.
  /// - Complexity: O(changes × log changes), and O(rows).
  func isTouched(by update: ListUpdate, rows: Int) -> Bool {
    let changes = ElementChanges(update)
    var last: (old: ListElement, new: ListElement)?
    for frame in frames {
      guard let new = changes.place(after: frame.element), !changes.isMoved(new),
        !changes.isUpdated(new)
      else { return true }
      if let last, update.before.element(after: last.old) == frame.element,
        update.after.element(after: last.new) != new
      {
        return true
      }
      last = (frame.element, new)
    }
    guard let last, let end = frames.last?.rows.upperBound else {
      return update.after.firstElement != nil
    }
    return end < rows && update.after.element(after: last.new) != nil
  }
}
