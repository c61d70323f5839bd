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

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Starts a tally of a list, which replaces the former one.
  func start(_ tally: RowTally<some ItemTally>, of source: any ListSource) {
    let live = LiveTally(of: source, tally)
    readPhase = {
      if !live.isComplete {
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
    let before = snapshot
    (self.rows, snapshot, phase) = (rows, rows.list, readPhase?() ?? phase)
    observers.notify(
      ListUpdate(
        before: before, after: snapshot, changes: ChangeSet(from: before, to: snapshot)))
  }

  private func updatePhase() {
    let phase = readPhase?() ?? phase
    guard phase != self.phase else { return }
    self.phase = phase
    observers.notify(ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
  }
}
