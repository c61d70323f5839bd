internal import Mocoa
internal import MocoaModel

extension ListRenderer {
  /// The time until `advance` must be called, or `nil` without a running transition.
  public var frameDelay: Duration? { transition == nil ? nil : motion.frameDelay }

  /// Advances the transition to the next step.
  public func advance() {
    guard let transition else { return }
    step += 1
    if step >= transition.steps { endTransition() }
  }

  /// Finishes all animations.
  ///
  /// The next frame shows the final state, and changes until then are not animated.
  public func finishAnimations() {
    endTransition()
    shown = nil
    pending = .none
  }

  func endTransition() { (transition, step) = (nil, 0) }

  /// Adds a change of the list, which the next frame animates.
  func record(_ update: ListUpdate) {
    guard shown != nil, motion != .off else { return }
    // Items that are appended during loading appear without animation.
    if list.phase.isLoading, update.changes.isAppend {
      pending = .tooMany
    } else {
      pending.add(update)
    }
  }

  /// Records that the user moved the cursor or scrolled.
  ///
  /// The next frame shows the result immediately, and changes since the last frame are not
  /// animated.
  func recordMovement() {
    if case .some = pending { pending = .tooMany }
  }

  /// Starts or continues a transition to the new layout if the list has changed.
  ///
  /// Otherwise, a running transition to another layout ends.
  func followChanges() {
    // Elements move between two columns of sections without an animation.
    guard let layout, let shown, shown.image.size == size, !layout.hasSectionColumns else {
      return finishAnimations()
    }
    switch pending {
    case .none:
      if transition?.layout != layout { endTransition() }
    case .tooMany: endTransition()
    case .some(let update, _):
      if let carried = shown.transition?.remapped(through: update, to: layout) {
        if transition != nil { transition = carried }
      } else {
        transition = Transition(from: shown, to: layout, through: update, motion: motion)
        step = 1
      }
    }
  }

  /// The segments of the current frame, from top to bottom.
  var segments: [Transition.Segment] {
    guard let layout else { return [] }
    return transition?.segments(at: step) ?? layout.frames.map { Transition.Segment($0) }
  }

  /// Records that a frame was shown, from which the next transition starts.
  ///
  /// The application calls this method once after it has presented a frame. A frame on which the
  /// list was not drawn has no effect.
  ///
  /// - Parameter frame: The surface on which the list was drawn.
  public func didShow(_ frame: Surface) {
    guard let image = frame.image(keptFor: self) else { return }
    pending = .none
    shown = Transition.RenderedFrame(
      segments: segments, image: image, transition: transition, step: step)
  }
}
