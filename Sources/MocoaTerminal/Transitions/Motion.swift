/// The amount of animation when a list changes.
public enum Motion: String, CaseIterable, Sendable {
  /// Rows expand, collapse and move in at most six frames for each change.
  case full

  /// Rows do not move.
  ///
  /// Marks in the gutter briefly show which items changed.
  case reduced

  /// No animation: a change takes one frame.
  case off

  /// The duration of each frame of a transition, or `nil` if transitions are off.
  var frameDelay: Duration? {
    switch self {
    case .full: .milliseconds(33)
    case .reduced: .milliseconds(600)
    case .off: nil
    }
  }
}
