internal import MocoaModel

/// The evaluation of a query on background threads.
final class QueryTask: Sendable {
  /// The results of a query, partial or final.
  struct Output: Sendable {
    /// The new results, or `nil` if they are unchanged.
    let results: VisibleList?

    /// The changes from the results that were shown before, or `nil` if there are none.
    let update: ListUpdate?

    /// The fraction of the work that is done, from 0 to 1.
    let fraction: Double
    let isLast: Bool
  }

  private let pass: FilterPass
  private let base: ListSnapshot
  private let arrangement: ResultOrdering
  private let showsParts: Bool

  /// The results that are shown when the query starts.
  private let displayed: VisibleList
  /// The flat index in `displayed` of the first visible item.
  private let position: Int

  /// A Boolean value that indicates whether the second thread has ended.
  private let isOtherDone = Monitor(false)

  /// The minimum interval between two deliveries of results: about one frame.
  private static let interval = Duration.milliseconds(30)

  init(
    _ pass: FilterPass, base: ListSnapshot, _ arrangement: ResultOrdering, showsParts: Bool,
    _ displayed: VisibleList, near position: Int
  ) {
    (self.pass, self.base, self.arrangement) = (pass, base, arrangement)
    (self.displayed, self.position) = (displayed, position)
    // A sorted or grouped list has no partial results.
    self.showsParts = showsParts && (arrangement.isIdentity || arrangement.isRanked)
  }

  /// Evaluates the query on this thread.
  func runSynchronously() -> Output {
    pass.run()
    return finalOutput(from: displayed)
      ?? Output(results: nil, update: nil, fraction: 1, isLast: true)
  }

  /// Evaluates the query on background threads.
  ///
  /// The closure receives partial and final results, in order, on the main actor. It is not called
  /// after cancellation.
  ///
  /// - Returns: `false` if no thread can be created.
  func start(_ send: @escaping @MainActor @Sendable (Output) -> Void) -> Bool {
    BackgroundThread.run { self.run(send) }
  }

  private func run(_ send: @escaping @MainActor @Sendable (Output) -> Void) {
    let hasOther = BackgroundThread.run {
      self.pass.run()
      self.isOtherDone.update { $0 = true }
    }
    var displayed = displayed
    var time = ContinuousClock.now
    func report(_ done: (pass: Double, sort: Double)) {
      guard ContinuousClock.now - time >= Self.interval else { return }
      let output = partialOutput(from: displayed, done)
      MainActorScheduler.schedule { send(output) }
      (displayed, time) = (output.results ?? displayed, .now)
    }
    pass.run { report((pass.results.fraction, 0)) }
    if hasOther { _ = isOtherDone.wait { $0 } }
    if let output = finalOutput(from: displayed, { report((1, $0)) }) {
      MainActorScheduler.schedule { send(output) }
    }
  }

  /// Returns the partial results.
  ///
  /// Parts that are not evaluated yet keep their previous results.
  ///
  /// - Parameter done: The completed fractions of filtering and sorting.
  private func partialOutput(
    from displayed: VisibleList, _ done: (pass: Double, sort: Double)
  ) -> Output {
    let fraction =
      arrangement.isIdentity || arrangement.isRanked
      ? done.pass : pass.matcher == nil ? done.sort : (done.pass + done.sort) / 2
    guard showsParts,
      let next = VisibleList.showing(
        partialParts, of: base, arrangement, isPartial: true, pass.cancellation)
    else { return Output(results: nil, update: nil, fraction: fraction, isLast: false) }
    let update = displayed.update(to: next, near: position, pass.cancellation)
    return Output(results: next, update: update, fraction: fraction, isLast: false)
  }

  /// The parts with their partial results.
  ///
  /// A ranked list contains only the items whose scores are known.
  private var partialParts: [ChunkSlice] {
    let parts = pass.results.parts
    guard arrangement.isRanked else { return parts }
    return parts.map { part in
      if part.filterRevision == pass.number { return part }
      var part = part
      (part.indices, part.ranks) = ([], [])
      return part
    }
  }

  /// Returns the final results, or `nil` if the query was canceled.
  private func finalOutput(
    from displayed: VisibleList, _ progress: (Double) -> Void = { _ in }
  ) -> Output? {
    let next = VisibleList.showing(
      pass.results.parts, of: base, arrangement, pass.cancellation, progress)
    guard let next, !pass.cancellation.isCancelled else { return nil }
    let update = displayed.update(to: next, near: position, pass.cancellation)
    // A canceled update is incomplete.
    if pass.cancellation.isCancelled { return nil }
    return Output(results: next, update: update, fraction: 1, isLast: true)
  }
}
