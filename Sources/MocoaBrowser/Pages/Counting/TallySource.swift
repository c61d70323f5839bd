internal import MocoaModel
internal import MocoaQuery

/// A list that is computed from all items of another list, and updated when that list changes.
@MainActor
final class TallySource: ListSource, ProvisionalSource {
  private(set) var snapshot = ListSnapshot()
  private(set) var phase = ListPhase.loading(fraction: nil)

  /// The rows that the list shows, or `nil` before the first result.
  private(set) var rows: TalliedRows?

  /// A Boolean value that indicates whether later results may replace the rows.
  var isProvisional: Bool { phase.isLoading }

  var restartCount: Int { 0 }

  private let observers = Observers<ListUpdate>()
  private var tokens: [ObservationToken] = []

  /// A closure that returns the phase of the running tally.
  private var readPhase: (@MainActor () -> ListPhase)?

  /// A Boolean value that indicates whether the rows include all items that the base list had.
  private var isShownComplete = false

  /// The token of the running comparison of new rows with the displayed rows, or `nil`.
  private var comparison: CancellationToken?

  /// The rows that are shown after the running comparison, or `nil`.
  private var nextRows: TalliedRows?

  /// The maximum number of old and new rows that are compared on the main thread.
  private static let smallCount = 1024

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Starts a tally of a list, which replaces the former one.
  func start(_ tally: RowTally<some ItemTally>, of source: any ListSource) {
    (comparison, nextRows, isShownComplete) = (nil, nil, false)
    let live = LiveTally(of: source, tally)
    readPhase = { [weak self] in
      let isCounting = !live.isComplete || self?.comparison != nil
      // The phase does not change while a few items are added to complete rows.
      if isCounting, !(live.isExtension && self?.isShownComplete == true) {
        return .loading(fraction: Double(live.itemCount) / Double(max(1, live.total)))
      }
      return source.phase
    }
    tokens = [
      live.observe { [weak self, weak live] in
        if let self, let live { show(live.result) }
      },
      source.observe { [weak self] _ in self?.updatePhase() },
    ]
    show(live.result)
  }

  /// Ends loading with an error.
  func fail(_ reason: String) {
    readPhase = { .failed(reason) }
    updatePhase()
  }

  private func show(_ rows: TalliedRows) {
    if comparison != nil {
      nextRows = rows
      return updatePhase()
    }
    let (before, after) = (snapshot, rows.list)
    if before.itemCount + after.itemCount > Self.smallCount {
      let token = CancellationToken()
      comparison = token
      let isStarted = BackgroundThread.run {
        ChangeSet(from: before, to: after)
      } completion: { [weak self] changes in
        guard let self, self.comparison === token else { return }
        finishComparison(rows, changes)
      }
      if isStarted { return updatePhase() }
      comparison = nil
    }
    publish(rows, ChangeSet(from: before, to: after))
  }

  private func finishComparison(_ rows: TalliedRows, _ changes: ChangeSet) {
    guard let next = nextRows else {
      comparison = nil
      return publish(rows, changes)
    }
    nextRows = nil
    // The list is loading until the newer rows are shown.
    publish(rows, changes)
    comparison = nil
    show(next)
  }

  private func publish(_ rows: TalliedRows, _ changes: ChangeSet) {
    let before = snapshot
    let wasComplete = isShownComplete
    (self.rows, snapshot, phase) = (rows, rows.list, readPhase?() ?? phase)
    isShownComplete = !phase.isLoading
    // Counting more items is not a change of the items.
    let context = wasComplete && isShownComplete ? nil : QueryChange()
    observers.notify(
      ListUpdate(before: before, after: snapshot, changes: changes, context: context))
  }

  private func updatePhase() {
    let phase = readPhase?() ?? phase
    guard phase != self.phase else { return }
    self.phase = phase
    observers.notify(ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
  }
}
