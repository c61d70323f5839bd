internal import Mocoa
internal import MocoaModel

extension ListRenderer {
  /// How long what is shown now is to stand before `advance` shows what follows; nil where nothing
  /// moves.
  public var frameDelay: Duration? { transition == nil ? nil : motion.frameDelay }

  /// Goes on to the next frame of what moves.
  public func advance() {
    guard let transition else { return }
    step += 1
    if step >= transition.steps { endTransition() }
  }

  /// Ends what moves: the next frame shows the list as it is, and what changes until then is not
  /// followed.
  public func settle() {
    endTransition()
    shown = nil
    pending = .none
  }

  func endTransition() { (transition, step) = (nil, 0) }

  /// Takes note of a change that comes into the next frame.
  func note(_ update: ListUpdate) {
    guard shown != nil, motion != .off else { return }
    // What a list is loaded with appears as it comes.
    if list.phase.isLoading, update.changes.isAppend {
      pending = .tooMany
    } else {
      pending.add(update)
    }
  }

  /// Takes note that the cursor was moved or the list scrolled: that is answered at once, and what
  /// changed meanwhile is shown as it is.
  func noteMovement() {
    if case .some = pending { pending = .tooMany }
  }

  /// Begins a transition to the layout where something changed, and ends one that leads elsewhere.
  func followChanges() {
    guard let layout, let shown, shown.surface.size == size else { return settle() }
    switch pending {
    case .none:
      if transition?.layout != layout { endTransition() }
    case .tooMany: endTransition()
    case .some(let update, _):
      if let carried = shown.transition?.carried(through: update, to: layout) {
        if transition != nil { transition = carried }
      } else {
        transition = Transition(from: shown, to: layout, through: update, motion: motion)
        step = 1
      }
    }
  }

  /// What is shown now, from above.
  var pieces: [Transition.Piece] {
    guard let layout else { return [] }
    return transition?.pieces(at: step) ?? layout.frames.map { Transition.Piece($0) }
  }

  /// Keeps what was drawn, for what comes next to begin with.
  func keep(_ pieces: [Transition.Piece], _ canvas: borrowing Canvas) {
    pending = .none
    guard motion != .off else { return }
    var surface = shown?.surface ?? Surface(size: canvas.size)
    shown = nil
    canvas.keep(in: &surface)
    shown = Transition.Shown(
      pieces: pieces, surface: surface, transition: transition, step: step)
  }
}
