internal import MocoaModel

/// What a list is to become: the list that was asked for last, and what is to be told with it.
///
/// It is the list that is shown while nothing else was asked for. A value: what it was when a batch
/// began is what a body that throws goes back to.
@MainActor
struct ListTarget {
  /// The list.
  private(set) var snapshot: ListSnapshot

  /// Tells it from the lists that were asked for before.
  private(set) var revision = 0

  /// Which revision is shown.
  private var shownRevision = 0

  /// Whether it is the list of the source, as far as that has told.
  private(set) var isSources = true

  /// What makes it of the list that is shown, where the source has said so.
  private(set) var sourceChanges: ChangeSet?

  /// Whether all view models are to be made anew.
  private(set) var isReloaded = false

  /// What the source has asked to be drawn again.
  private(set) var redraws: [ListUpdate.Redraw] = []

  /// Whose the marks are that edits leave in the list.
  private(set) var marker = EditMarker()

  /// What whoever asked last said of it.
  var context: (any Sendable)?

  /// Those who wait for it to be shown.
  var updates: [BatchUpdate] = []

  init(_ snapshot: ListSnapshot) {
    self.snapshot = snapshot
  }

  /// Whether it is what is shown.
  var isShown: Bool { revision == shownRevision }

  /// Whether the next change of the source begins with what is shown.
  var isFollowing: Bool { isShown && isSources }

  /// Edits the list; an edit that throws has changed nothing.
  mutating func edit(_ perform: ListEdit) throws(ListEditError) {
    try perform(&snapshot, marker)
    didEdit()
  }

  /// Puts another list in its place.
  mutating func replace(with list: ListSnapshot) {
    snapshot = list
    didEdit()
  }

  private mutating func didEdit() {
    (isSources, sourceChanges) = (false, nil)
    revision += 1
  }

  /// Asks for all view models to be made anew.
  mutating func reload() {
    isReloaded = true
    revision += 1
  }

  /// Takes over what the source has become, in place of whatever was asked for.
  mutating func follow(_ update: ListUpdate) {
    sourceChanges = isFollowing ? update.changes : nil
    redraws = isFollowing ? update.redraws : []
    snapshot = update.after
    isSources = true
    context = update.context ?? context
    revision += 1
  }

  /// Takes note that it is shown.
  mutating func didShow() {
    shownRevision = revision
    (sourceChanges, isReloaded, redraws, context, updates) = (nil, false, [], nil, [])
    marker = EditMarker()
  }
}

/// An edit of a list, which throws before it changes anything; marks are to be made with the marker.
typealias ListEdit = (inout ListSnapshot, EditMarker) throws(ListEditError) -> Void
