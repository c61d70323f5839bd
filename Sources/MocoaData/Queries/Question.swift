internal import MocoaModel

/// The evaluation of a query on background threads.
final class Question: Sendable {
  /// The results of a query, partial or final.
  struct Answer: Sendable {
    /// The new results, or `nil` if they are unchanged.
    let shown: ShownList?

    /// The difference from the results shown before, or `nil` if there is none.
    let update: ListUpdate?

    /// The fraction of the work that is done, from 0 to 1.
    let fraction: Double
    let isLast: Bool
  }

  private let pass: QueryPass
  private let base: ListSnapshot
  private let arrangement: Arrangement
  private let showsParts: Bool

  /// The list shown at the start, and the flat index in it of the visible item.
  private let shown: ShownList
  private let position: Int

  /// A Boolean value that indicates whether the second thread has finished.
  private let isOtherDone = Monitor(false)

  /// The minimum interval between two results: about one frame.
  private static let interval = Duration.milliseconds(30)

  init(
    _ pass: QueryPass, base: ListSnapshot, _ arrangement: Arrangement, showsParts: Bool,
    _ shown: ShownList, lookingAt position: Int
  ) {
    (self.pass, self.base, self.arrangement) = (pass, base, arrangement)
    (self.shown, self.position) = (shown, position)
    // A sorted or grouped list has no partial results.
    self.showsParts = showsParts && arrangement.isNone
  }

  /// Evaluates the query on this thread.
  func answerAtOnce() -> Answer {
    pass.run()
    return lastAnswer(from: shown) ?? Answer(shown: nil, update: nil, fraction: 1, isLast: true)
  }

  /// Evaluates the query on background threads.
  ///
  /// The closure receives the results in order on the main actor. It is not called after
  /// cancellation.
  ///
  /// - Returns: `false` if no thread can be created.
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

  /// Returns the results known until now; the rest keeps its previous state.
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

  /// Returns the final results, or `nil` if the query was canceled.
  private func lastAnswer(
    from shown: ShownList, _ progress: (Double) -> Void = { _ in }
  ) -> Answer? {
    let next = ShownList.showing(
      pass.answer.parts, of: base, arrangement, pass.cancellation, progress)
    guard let next, !pass.cancellation.isCancelled else { return nil }
    let update = shown.update(to: next, lookingAt: position, pass.cancellation)
    // A canceled update is incomplete.
    if pass.cancellation.isCancelled { return nil }
    return Answer(shown: next, update: update, fraction: 1, isLast: true)
  }
}
