public import MocoaModel

/// The most recently requested list, and the information to send with its update.
///
/// Without a pending request, it is the list that is shown. The type is a structure, so that a
/// batch that throws can restore the previous value.
@MainActor
struct PendingList {
  /// The requested list.
  private(set) var snapshot: ListSnapshot

  /// The revision of the requested list, which increases with every change of it.
  private(set) var revision = 0

  /// The value of `revision` when the list was last shown.
  private var displayedRevision = 0

  /// A Boolean value that indicates whether the requested list is the latest list of the source,
  /// without edits.
  private(set) var isSources = true

  /// The changes from the shown list to the requested list, if the source has sent them, or `nil`.
  private(set) var sourceChanges: ChangeSet?

  /// A Boolean value that indicates whether the list must create all view models again.
  private(set) var isReloaded = false

  /// The redraws that the source has requested since the list was last shown.
  private(set) var redraws: [ListUpdate.Redraw] = []

  /// The token that identifies the marks of the edits since the list was last shown.
  ///
  /// A mark requests the reload or the reconfiguration of an element; see ``EditMark``.
  private(set) var marker = EditToken()

  /// The context of the latest request that has a context, or `nil`.
  var context: (any Sendable)?

  /// The batches that finish when the requested list is shown.
  var updates: [BatchUpdate] = []

  init(_ snapshot: ListSnapshot) {
    self.snapshot = snapshot
  }

  /// A Boolean value that indicates whether the requested list is shown.
  var isDisplayed: Bool { revision == displayedRevision }

  /// A Boolean value that indicates whether the next update of the source starts from the shown
  /// list.
  ///
  /// If it is `true`, the list can apply the change set of that update.
  var isFollowing: Bool { isDisplayed && isSources }

  /// Performs an edit of the list.
  ///
  /// An edit that throws leaves the list unchanged.
  mutating func edit(_ perform: ListEdit) throws(ListEditError) {
    try perform(&snapshot, marker)
    didEdit()
  }

  /// Replaces the list.
  mutating func replace(with list: ListSnapshot) {
    snapshot = list
    didEdit()
  }

  private mutating func didEdit() {
    (isSources, sourceChanges) = (false, nil)
    revision += 1
  }

  /// Requests that all view models are created again.
  mutating func reload() {
    isReloaded = true
    revision += 1
  }

  /// Replaces the list with the new list of the source, discarding all edits.
  mutating func follow(_ update: ListUpdate) {
    sourceChanges = isFollowing ? update.changes : nil
    redraws = isFollowing ? update.redraws : []
    snapshot = update.after
    isSources = true
    context = update.context ?? context
    revision += 1
  }

  /// Marks the list as shown and clears the information of the update.
  mutating func didShow() {
    displayedRevision = revision
    (sourceChanges, isReloaded, redraws, context, updates) = (nil, false, [], nil, [])
    marker = EditToken()
  }
}

/// A closure that edits a list.
///
/// If the closure throws, it must leave the list unchanged. It marks elements for a reload or a
/// reconfiguration with the token.
typealias ListEdit = (inout ListSnapshot, EditToken) throws(ListEditError) -> Void

/// The pending result of a batch of edits.
///
/// A batch finishes after the view-model tree has changed and the renderers are notified;
/// animations may still run. Most batches are finished when the method that performs them returns.
/// A batch with a large change finishes later.
@MainActor
public final class BatchUpdate {
  private enum State {
    case waiting([@MainActor (ListUpdate?) -> Void])
    case finished(ListUpdate?)
  }

  private var state: State

  init() {
    state = .waiting([])
  }

  /// A finished batch that changed nothing.
  static var empty: BatchUpdate {
    let update = BatchUpdate()
    update.finish(nil)
    return update
  }

  /// A Boolean value that indicates whether the batch is finished.
  public var isFinished: Bool {
    if case .finished = state { true } else { false }
  }

  /// The update that contains the changes of the batch, and all changes that were requested until
  /// it was sent.
  ///
  /// It is `nil` if nothing changed, or if the list was deallocated.
  ///
  /// For a program that must be idle between events, use `onFinish(_:)`. A suspended `await` is
  /// resumed by a thread of the Swift concurrency pool, which then wakes periodically until the
  /// program ends.
  public var result: ListUpdate? {
    get async {
      if case .finished(let update) = state { return update }
      return await withCheckedContinuation { continuation in
        onFinish { continuation.resume(returning: $0) }
      }
    }
  }

  /// Calls a closure once with `result`.
  ///
  /// The call is immediate if the batch is finished; otherwise it happens when the batch finishes.
  public func onFinish(_ perform: @escaping @MainActor (ListUpdate?) -> Void) {
    switch state {
    case .finished(let update): perform(update)
    case .waiting(let waiting): state = .waiting(waiting + [perform])
    }
  }

  /// Finishes the batch.
  ///
  /// Later calls have no effect.
  func finish(_ update: ListUpdate?) {
    guard case .waiting(let waiting) = state else { return }
    state = .finished(update)
    for perform in waiting { perform(update) }
  }
}

/// A comparison of two lists on a background thread.
///
/// If the list is deallocated, its pending batches finish without an update.
@MainActor
final class DifferenceComputation {
  /// The revision of the requested list that is compared.
  let revision: Int

  /// The token that cancels the computation.
  let cancellation = CancellationToken()

  private var updates: [BatchUpdate]

  init(of target: PendingList) {
    (revision, updates) = (target.revision, target.updates)
  }

  /// Cancels the computation without finishing its pending batches.
  ///
  /// The batches finish when the requested list is shown.
  func supersede() {
    cancellation.cancel()
    updates = []
  }

  isolated deinit {
    cancellation.cancel()
    for update in updates { update.finish(nil) }
  }
}
