internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel

/// The changes of a list since the last report, summarized in one line.
@MainActor
final class LineModeChanges {
  private var source: (any ListSource)?
  private var token: ObservationToken?
  private var counts = (added: 0, removed: 0, changed: 0, moved: 0)
  private var phase = ListPhase.finished

  /// A closure that is called when there are changes to report.
  var onChange: (@MainActor () -> Void)?

  /// Observes the list of a page, including the items that a filter hides.
  ///
  /// `nil` ends the observation.
  func follow(_ page: ListPageViewModel?) {
    let source = page?.list.content
    guard source !== self.source else { return }
    self.source = source
    token = source?.observe { [weak self] in self?.add($0.changes) }
    forget()
  }

  /// Marks all changes as reported.
  func forget() {
    counts = (0, 0, 0, 0)
    phase = source?.phase ?? .finished
  }

  /// A Boolean value that indicates whether the list has no changes to report.
  var isEmpty: Bool { !hasChanges && !isPhaseNew }

  private var hasChanges: Bool {
    // A file that is being read reports only its end. A pipe may never end, so its rows are
    // reported.
    if case .loading(.some) = source?.phase { return false }
    return counts.added + counts.removed + counts.changed + counts.moved > 0
  }

  /// A Boolean value that indicates whether loading has ended since the last report.
  ///
  /// Progress alone is not reported.
  private var isPhaseNew: Bool {
    phase.isLoading && source.map { !$0.phase.isLoading } ?? false
  }

  private func add(_ changes: ChangeSet) {
    counts.added += changes.insertions.reduce(0) { $0 + $1.range.count }
    counts.removed += changes.deletions.reduce(0) { $0 + $1.range.count }
    // The items of inserted and deleted sections are not in the item changes.
    counts.added += changes.sectionInsertions.reduce(0) { $0 + changes.countsAfter[$1] }
    counts.removed += changes.sectionDeletions.reduce(0) { $0 + changes.countsBefore[$1] }
    counts.changed += changes.updates.count + changes.reloads.count
    counts.moved += changes.moves.count
    if !isEmpty { onChange?() }
  }

  /// Returns the changes in one line and marks them as reported, or returns `nil` if there are
  /// none.
  func take() -> String? {
    guard let source, !isEmpty else { return nil }
    defer { forget() }
    let total = localized("\(LineMode.rows(source.snapshot.itemCount)) now")
    var parts: [String] = []
    switch (phase, source.phase) {
    case (_, .loading(let fraction)):
      let share = fraction.map { " \(Int($0 * 100)) %" } ?? ""
      return localized("loading\(share), \(total)")
    case (.loading, .failed(let reason)): parts = [reason]
    case (.loading, .finished): parts = [localized("loaded")]
    case (_, .failed), (_, .finished):
      let all: [(Int, (String) -> String)] = [
        (counts.added, { localized("\($0) added") }),
        (counts.removed, { localized("\($0) removed") }),
        (counts.changed, { localized("\($0) changed") }),
        (counts.moved, { localized("\($0) moved") }),
      ]
      parts = all.filter { $0.0 > 0 }.enumerated().map { place, part in
        part.1(place == 0 ? LineMode.rows(part.0) : "\(part.0)")
      }
    }
    return (parts + [total]).joined(separator: localized(", "))
  }
}
