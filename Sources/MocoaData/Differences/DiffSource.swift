internal import MocoaLocalization
package import MocoaModel

/// A list of the differences between two files.
///
/// Both files are read completely. The comparison and the rows are computed on a background thread.
@MainActor
package final class DiffSource: ListSource {
  /// The paths of the old and of the new file.
  package let paths: (old: String, new: String)
  private let options: RecordOptions

  /// The result of the comparison, or `nil` while the files are read or if an error occurred.
  package private(set) var comparison: ListComparison?

  /// A Boolean value that indicates whether the list contains the items that are equal.
  package private(set) var showsEqualItems: Bool

  /// The indexes of the rows that differ, ascending, or `nil` if all rows differ.
  package private(set) var differingRows: [Int32]?

  private let state = SourceState(RecordList.empty)
  private var inputs: [DiffInput] = []
  private var cancellation = CancellationToken()

  /// Starts reading and comparing two files.
  ///
  /// - Parameters:
  ///   - old: The path of the old file.
  ///   - new: The path of the new file.
  ///   - options: The options for reading the records of both files.
  ///   - showsEqualItems: A Boolean value that indicates whether the list contains the items that
  ///     are equal.
  package init(
    old: String, new: String, options: RecordOptions = RecordOptions(),
    showsEqualItems: Bool = false
  ) {
    (paths, self.options, self.showsEqualItems) = ((old, new), options, showsEqualItems)
    load()
  }

  isolated deinit { cancellation.cancel() }

  /// The rows.
  package var snapshot: ListSnapshot { state.snapshot }

  /// The phase of reading and comparing.
  package var phase: ListPhase { state.phase }

  /// Adds an observer of every update of the list and of the phase.
  package func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    state.observe(perform)
  }

  /// Calls a closure after the comparison is complete or has failed.
  package func onInitialLoad(_ perform: @escaping @MainActor () -> Void) {
    state.onInitialLoad(perform)
  }

  /// Stops reading or comparing.
  package func stop() {
    guard phase.isLoading else { return }
    cancel()
    state.show(nil, .failed("\(SourceError.stopped)"))
  }

  /// Reads and compares both files again.
  package func reload() {
    cancel()
    load()
  }

  /// Adds the equal items to the list, or removes them.
  package func setShowsEqualItems(_ showsEqualItems: Bool) {
    guard self.showsEqualItems != showsEqualItems else { return }
    self.showsEqualItems = showsEqualItems
    if let comparison, !phase.isLoading { arrange(comparison) }
  }

  private func cancel() {
    cancellation.cancel()
    cancellation = CancellationToken()
    for input in inputs { input.stop() }
    inputs = []
  }

  // MARK: - Reading

  private func load() {
    comparison = nil
    state.show(nil, .loading(fraction: nil))
    let token = cancellation
    read(paths.old) { [weak self] before in
      guard let self, !token.isCancelled else { return }
      read(paths.new) { [weak self] after in
        guard let self, !token.isCancelled else { return }
        compare(before, after)
      }
    }
  }

  private func read(_ path: String, _ body: @escaping @MainActor (ListSnapshot) -> Void) {
    let token = cancellation
    let input = DiffInput(path: path, options: options)
    inputs.append(input)
    input.onProgress = { [weak self] in
      guard let self, !token.isCancelled else { return }
      let sum = inputs.reduce(0) { $0 + $1.fraction }
      state.show(nil, .loading(fraction: sum / 2))
    }
    input.read { [weak self] result in
      guard let self, !token.isCancelled else { return }
      switch result {
      case .success(let list): body(list)
      case .failure(let error):
        cancel()
        state.show(nil, .failed("\(error)"))
      }
    }
  }

  // MARK: - Comparing

  /// The rows of a comparison.
  private struct Rows: Sendable {
    let comparison: ListComparison
    let update: ListUpdate
    let differingRows: [Int32]?
  }

  private func compare(_ before: ListSnapshot, _ after: ListSnapshot) {
    let idField = options.idField
    run { token throws(SourceError) in
      try ListComparison(from: before, to: after, idField: idField) { () throws(SourceError) in
        if token.isCancelled { throw .stopped }
      }
    }
  }

  private func arrange(_ comparison: ListComparison) { run { _ in comparison } }

  /// Computes the rows of a comparison on a background thread, and shows them.
  private func run(
    _ compare: @escaping @Sendable (CancellationToken) throws(SourceError) -> ListComparison
  ) {
    state.show(nil, .loading(fraction: nil))
    let (token, showsEqualItems, displayed) = (cancellation, showsEqualItems, snapshot)
    let isRunning = BackgroundThread.run {
      Self.rows(displayed, showsEqualItems: showsEqualItems, token, compare)
    } completion: { [weak self] rows in
      guard let self, !token.isCancelled, let rows else { return }
      finish(rows, showsEqualItems: showsEqualItems)
    }
    if !isRunning { state.show(nil, .failed(localized("cannot start a thread"))) }
  }

  private func finish(_ rows: Rows, showsEqualItems: Bool) {
    (comparison, differingRows) = (rows.comparison, rows.differingRows)
    inputs = []
    state.show(rows.update, .finished)
    // The user may have changed the selection of rows while they were computed.
    if showsEqualItems != self.showsEqualItems { arrange(rows.comparison) }
  }

  private nonisolated static func rows(
    _ displayed: ListSnapshot, showsEqualItems: Bool, _ token: CancellationToken,
    _ compare: (CancellationToken) throws(SourceError) -> ListComparison
  ) -> Rows? {
    guard let comparison = try? compare(token) else { return nil }
    let entries = showsEqualItems ? comparison.allEntries() : comparison.differences
    let list = ListSnapshot(sections: [
      SectionSnapshot(
        id: "records", items: ElementSequence(DiffChunk(comparison, entries)))
    ])
    let changes = try? ChangeSet(from: displayed, to: list) { () throws(SourceError) in
      if token.isCancelled { throw .stopped }
    }
    guard let changes else { return nil }
    let rows = entries.indices.lazy.filter { entries[$0].difference != .equal }.map { Int32($0) }
    return Rows(
      comparison: comparison,
      update: ListUpdate(
        before: displayed, after: list, changes: changes, context: QueryChange()),
      differingRows: showsEqualItems ? Array(rows) : nil)
  }
}
