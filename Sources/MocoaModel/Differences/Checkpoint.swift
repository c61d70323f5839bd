/// A counter of steps that regularly calls a closure, which may end the computation by throwing an
/// error.
@usableFromInline
struct Checkpoint<Failure: Error> {
  @usableFromInline let checkpoint: () throws(Failure) -> Void
  @usableFromInline var steps = 0

  @inlinable
  init(_ checkpoint: @escaping () throws(Failure) -> Void) {
    self.checkpoint = checkpoint
  }

  /// Counts further steps, and calls the closure after every 4,096 steps.
  @inlinable
  mutating func advance(by taken: Int) throws(Failure) {
    steps += taken
    if steps >= 4096 {
      steps = 0
      try checkpoint()
    }
  }
}
