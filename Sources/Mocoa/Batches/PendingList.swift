internal import MocoaModel

/// The most recently requested list, and the information to send with its update.
///
/// Without a pending request, it is the list that is shown. It is a value: a batch that throws
/// restores the value that it had at the start of the batch.
@MainActor
struct PendingList {
  /// The requested list.
  private(set) var snapshot: ListSnapshot

  /// The revision of the requested list, which increases with every change of it.
  private(set) var revision = 0

  /// The value of `revision` when the list was last shown.
  private var shownRevision = 0

  /// A Boolean value that indicates whether the requested list is the latest list of the source,
  /// without edits.
  private(set) var isSources = true

  /// The changes from the shown list to the requested list, if the source has sent them, or `nil`.
  private(set) var sourceChanges: ChangeSet?

  /// A Boolean value that indicates whether the list must create all view models again.
  private(set) var isReloaded = false

  /// The redraws that the source has requested with its updates.
  private(set) var redraws: [ListUpdate.Redraw] = []

  /// The token of the marks that edits have set since the list was last shown.
  ///
  /// Marks request reloads and reconfigurations, see ``EditMark``.
  private(set) var marker = EditToken()

  /// The context of the latest request that has a context, or `nil`.
  var context: (any Sendable)?

  /// The batches that finish when the requested list is shown.
  var updates: [BatchUpdate] = []

  init(_ snapshot: ListSnapshot) {
    self.snapshot = snapshot
  }

  /// A Boolean value that indicates whether the requested list is shown.
  var isShown: Bool { revision == shownRevision }

  /// A Boolean value that indicates whether the next update of the source starts from the shown
  /// list.
  ///
  /// If so, its change set can be used.
  var isFollowing: Bool { isShown && isSources }

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
    shownRevision = revision
    (sourceChanges, isReloaded, redraws, context, updates) = (nil, false, [], nil, [])
    marker = EditToken()
  }
}

/// An edit of a list, which throws before it changes the list.
///
/// It must use the token for the marks that it sets.
typealias ListEdit = (inout ListSnapshot, EditToken) throws(ListEditError) -> Void
