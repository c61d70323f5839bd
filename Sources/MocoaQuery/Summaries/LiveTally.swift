package import MocoaModel

/// A visitor that computes a result from all items of a list.
package protocol ItemTally: ItemVisitor, Sendable {
  associatedtype Result: Sendable

  /// The number of visited items.
  var itemCount: Int { get }

  /// Returns the result for the items that were visited until now.
  func makeResult() -> Result
}

/// The result of a tally over all items of a list, computed in the background and updated when the
/// list changes.
///
/// Appended items are added to the former result. After any other change, all items are visited
/// again.
@MainActor
package final class LiveTally<Tally: ItemTally> {
  /// The current result, complete or partial.
  package private(set) var result: Tally.Result

  /// The number of items that the result includes.
  package private(set) var itemCount = 0

  /// The number of items in the list.
  package private(set) var total: Int

  /// A Boolean value that indicates whether the result includes all items.
  package var isComplete: Bool { pass == nil }

  /// A Boolean value that indicates whether the running or the last pass visits only a few items
  /// that were appended to the list.
  package private(set) var isExtension = false

  private let observers = Observers<Void>()
  private var token: ObservationToken?
  private var list: ListSnapshot

  /// The tally before the first item.
  private let initial: Tally

  /// The tally of all current items, to which items that are appended later are added.
  private var tally: Tally?

  /// The cancellation token of the running pass, or `nil` if no pass is running.
  private var pass: CancellationToken?

  /// A Boolean value that indicates whether the list changed during the pass in other ways than by
  /// appended items.
  private var isStale = false

  /// The time at which the last pass ended.
  private var endTime = ContinuousClock.now

  /// The maximum number of items in a list that is visited on the main thread, and the maximum
  /// number of appended items for which the next pass waits.
  private static var smallCount: Int { 256 }

  /// The minimum time between two partial results, and between two passes that visit a few appended
  /// items.
  private nonisolated static var interval: Duration { .milliseconds(100) }

  /// Creates a tally of a list and starts the first pass.
  ///
  /// The result is updated when the list changes, until the object is released.
  ///
  /// - Parameters:
  ///   - source: The list.
  ///   - initial: The tally before the first item.
  package init(of source: any ListSource, _ initial: Tally) {
    (self.initial, list) = (initial, source.snapshot)
    result = initial.makeResult()
    total = list.itemCount
    token = source.observe { [weak self] in self?.follow($0) }
    visit(list, with: initial, from: 0)
  }

  isolated deinit { pass?.cancel() }

  /// Adds an observer that is called when a new result is available.
  package func observe(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    observers.add { _ in perform() }
  }

  // MARK: - Visiting

  private func visit(_ list: ListSnapshot, with tally: Tally, from start: Int) {
    let pass = CancellationToken()
    self.pass = pass
    isExtension = start > 0 && list.itemCount - start <= Self.smallCount
    if list.itemCount <= Self.smallCount {
      return visitSynchronously(list, with: tally, from: start, pass)
    }
    let delay = isExtension ? Self.interval - (ContinuousClock.now - endTime) : .zero
    guard delay > .zero else {
      return visitInBackground(list, with: tally, from: start, pass)
    }
    MainActorScheduler.schedule(after: delay) { [weak self] in
      guard let self, self.pass === pass else { return }
      if isStale { return end(pass, tally) }
      // The list may have more items now.
      visitInBackground(self.list, with: tally, from: start, pass)
    }
  }

  private func visitInBackground(
    _ list: ListSnapshot, with tally: Tally, from start: Int, _ pass: CancellationToken
  ) {
    let isStarted = BackgroundThread.run { [weak self] in
      let tally = Self.tally(list, tally, from: start, pass) { result, count in
        MainActorScheduler.schedule { [weak self] in self?.show(result, count, pass) }
      }
      guard let tally else { return }
      let result = tally.makeResult()
      MainActorScheduler.schedule { [weak self] in
        self?.finish(result, tally, pass)
      }
    }
    // If no thread is available, the pass blocks the main thread.
    if !isStarted { visitSynchronously(list, with: tally, from: start, pass) }
  }

  private func visitSynchronously(
    _ list: ListSnapshot, with tally: Tally, from start: Int, _ pass: CancellationToken
  ) {
    guard let tally = Self.tally(list, tally, from: start, pass, { _, _ in }) else { return }
    (result, itemCount) = (tally.makeResult(), tally.itemCount)
    end(pass, tally)
  }

  /// Visits the items from an index on, in addition to those visited earlier.
  ///
  /// - Returns: The tally, or `nil` if the pass was canceled.
  private nonisolated static func tally(
    _ list: ListSnapshot, _ former: Tally, from start: Int, _ cancellation: CancellationToken,
    _ report: (Tally.Result, Int) -> Void
  ) -> Tally? {
    var (tally, skipped, time) = (former, start, ContinuousClock.now)
    for section in list.sections {
      let count = section.items.count
      let first = min(skipped, count)
      skipped -= first
      section.items.forEachLeaf(in: first..<count) { leaf in
        if cancellation.isCancelled { return }
        ItemTexts.visit(leaf, by: &tally)
        guard ContinuousClock.now - time >= interval else { return }
        report(tally.makeResult(), tally.itemCount)
        time = .now
      }
    }
    return cancellation.isCancelled ? nil : tally
  }

  private func show(_ result: Tally.Result, _ count: Int, _ pass: CancellationToken) {
    guard self.pass === pass else { return }
    (self.result, itemCount) = (result, count)
    observers.notify(())
  }

  private func finish(_ result: Tally.Result, _ tally: Tally, _ pass: CancellationToken) {
    guard self.pass === pass else { return }
    (self.result, itemCount) = (result, tally.itemCount)
    end(pass, tally)
    // Another pass has started, so the result is partial.
    if self.pass != nil { observers.notify(()) }
  }

  private func end(_ pass: CancellationToken, _ tally: Tally) {
    guard self.pass === pass else { return }
    self.pass = nil
    endTime = .now
    if isStale {
      isStale = false
      visit(list, with: initial, from: 0)
    } else if list.itemCount > tally.itemCount {
      // Items that were appended during the pass.
      visit(list, with: tally, from: tally.itemCount)
    } else {
      self.tally = tally
      observers.notify(())
    }
  }

  // MARK: - Following

  private func follow(_ update: ListUpdate) {
    if update.changes.isEmpty { return }
    let isGrown = update.changes.isAppend && update.after.sections.count == 1 && !isStale
    (list, total) = (update.after, update.after.itemCount)
    // The current pass continues to its end. Otherwise the tally of a list that changes constantly
    // would never be complete.
    if pass != nil {
      isStale = !isGrown
    } else if isGrown, let tally {
      self.tally = nil
      visit(list, with: tally, from: tally.itemCount)
    } else {
      visit(list, with: initial, from: 0)
    }
  }
}
