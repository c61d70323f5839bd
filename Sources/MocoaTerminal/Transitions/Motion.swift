/// How much moves when a list changes.
public enum Motion: String, CaseIterable, Sendable {
  /// Rows open, close and travel, in at most six frames.
  case full

  /// Nothing moves; marks in the gutter say for a moment what changed.
  case reduced

  /// A change is one frame.
  case off

  /// How long each frame of a transition stands; nil where there are none.
  var frameDelay: Duration? {
    switch self {
    case .full: .milliseconds(33)
    case .reduced: .milliseconds(600)
    case .off: nil
    }
  }
}
