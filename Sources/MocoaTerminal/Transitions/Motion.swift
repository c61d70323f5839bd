/// How much moves when a list changes.
public enum Motion: String, Sendable, CaseIterable {
  /// Rows are revealed, close and travel, in at most six frames.
  case full

  /// The list is as it is after the change at once; marks in the gutter tell what changed, for a
  /// moment.
  case reduced

  /// The list is as it is after the change, in one frame.
  case off
}
