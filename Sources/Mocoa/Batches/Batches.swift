internal import MocoaModel

/// The state of the running batches of a list, and of the work that is deferred until their end.
@MainActor
struct Batches {
  /// The requested list at the start of each running batch, the outermost batch first.
  var savepoints: [PendingList] = []

  /// The pending result of the running batches, which is returned to their callers.
  var update: BatchUpdate?

  /// The comparison that is running on a background thread, or `nil`.
  var computation: DifferenceComputation?

  /// The number of consecutive comparisons that ended early because of a newer request.
  var restarts = 0

  /// A Boolean value that indicates whether an update is being applied and sent.
  ///
  /// Changes that are requested during this time are applied after the update.
  var isNotifying = false

  /// A Boolean value that indicates whether renderers are being notified.
  ///
  /// Changes of the derived list during this time are displayed after the notification.
  var isDisplaying = false

  /// The changes of the derived list that are not displayed yet.
  var arrivals: [Arrival] = []

  /// The token of the edits in the update that is being applied, or `nil`.
  var marker: EditToken?

  /// The emissions that are deferred until the end of the batch.
  var deferredEmissions: [DeferredEmission] = []

  /// A Boolean value that indicates whether deferred emissions are being delivered.
  var isDelivering = false

  /// The redraws that are sent with one update, or `nil` if each redraw is sent immediately.
  var redraws: [ListUpdate.Redraw]?

  /// A Boolean value that indicates whether observers must be notified even if the list does not
  /// change.
  ///
  /// The source has sent an update, for example because of a new phase.
  var hasPendingPhase = false

  /// A Boolean value that indicates whether emissions are deferred, because the list does not have
  /// its requested content yet.
  var isDeferring: Bool { !savepoints.isEmpty || isNotifying }

  /// A change of the derived list that is not displayed yet.
  ///
  /// Until then, it maps paths between the lists before and after the change.
  final class Arrival {
    let update: ListUpdate
    private(set) lazy var positions = update.changes.makePathMap()

    init(_ update: ListUpdate) { self.update = update }
  }
}
