internal import MocoaModel

/// One question to a list: threads that ask its parts, and put together what there is to show.
final class Question: Sendable {
  /// What there is to show.
  struct Answer: Sendable {
    /// nil while that is what it was.
    let shown: ShownList?

    /// How that differs from what was shown before; nil for not at all.
    let update: ListUpdate?

    /// How much of the work is done, 0 to 1.
    let fraction: Double
    let isLast: Bool
  }

  private let pass: QueryPass
  private let base: ListSnapshot
  private let arrangement: Arrangement
  private let showsParts: Bool

  /// What is shown when it begins, and the position there of what is looked at.
  private let shown: ShownList
  private let position: Int

  /// Whether the other thread has nothing to do any more.
  private let isOtherDone = Monitor(false)

  /// So long it takes at least from one answer to the next: about a frame.
  private static let interval = Duration.milliseconds(30)

  init(
    _ pass: QueryPass, base: ListSnapshot, _ arrangement: Arrangement, showsParts: Bool,
    _ shown: ShownList, lookingAt position: Int
  ) {
    (self.pass, self.base, self.arrangement) = (pass, base, arrangement)
    (self.shown, self.position) = (shown, position)
    // In another order there is nothing to show before all are known.
    self.showsParts = showsParts && arrangement.isNone
  }

  /// Asks on this thread.
  func answerAtOnce() -> Answer {
    pass.run()
    return lastAnswer(from: shown) ?? Answer(shown: nil, update: nil, fraction: 1, isLast: true)
  }

  /// Asks on threads of its own.
  ///
  /// - Parameter tell: takes each answer, in order, on the main actor; none any more when the pass was
  ///   cancelled.
  /// - Returns: false where no thread can be had.
  func start(_ tell: @escaping @MainActor @Sendable (Answer) -> Void) -> Bool {
    BackgroundThread.run { self.ask(tell) }
  }

  private func ask(_ tell: @escaping @MainActor @Sendable (Answer) -> Void) {
    let hasOther = BackgroundThread.run {
      self.pass.run()
      self.isOtherDone.update { $0 = true }
    }
    var shown = shown
    var time = ContinuousClock.now
    func report(_ done: (pass: Double, sort: Double)) {
      guard ContinuousClock.now - time >= Self.interval else { return }
      let answer = partAnswer(from: shown, done)
      MainTurn.afterThis { tell(answer) }
      (shown, time) = (answer.shown ?? shown, .now)
    }
    pass.run { report((pass.answer.fraction, 0)) }
    if hasOther { _ = isOtherDone.wait { $0 } }
    if let answer = lastAnswer(from: shown, { report((1, $0)) }) {
      MainTurn.afterThis { tell(answer) }
    }
  }

  /// What is known while the rest is as it was.
  private func partAnswer(
    from shown: ShownList, _ done: (pass: Double, sort: Double)
  ) -> Answer {
    let fraction =
      arrangement.isNone ? done.pass : pass.matcher == nil ? done.sort : (done.pass + done.sort) / 2
    guard showsParts,
      let next = ShownList.showing(pass.answer.parts, of: base, Arrangement(), pass.cancellation)
    else { return Answer(shown: nil, update: nil, fraction: fraction, isLast: false) }
    let update = shown.update(to: next, lookingAt: position, pass.cancellation)
    return Answer(shown: next, update: update, fraction: fraction, isLast: false)
  }

  /// All of it; nil where it was cancelled.
  private func lastAnswer(
    from shown: ShownList, _ progress: (Double) -> Void = { _ in }
  ) -> Answer? {
    let next = ShownList.showing(
      pass.answer.parts, of: base, arrangement, pass.cancellation, progress)
    guard let next, !pass.cancellation.isCancelled else { return nil }
    let update = shown.update(to: next, lookingAt: position, pass.cancellation)
    // An update that was given up is none.
    if pass.cancellation.isCancelled { return nil }
    return Answer(shown: next, update: update, fraction: 1, isLast: true)
  }
}
