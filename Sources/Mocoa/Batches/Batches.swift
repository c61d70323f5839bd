internal import MocoaModel

/// The state of the running batches of a list, and of the work that is deferred until their end.
@MainActor
struct Batches {
  /// The requested list at the start of each running batch, the outermost first.
  var savepoints: [PendingList] = []

  /// The result of the running batches.
  var update: BatchUpdate?

  /// The comparison that is running on a background thread.
  var computation: DifferenceComputation?

  /// The number of consecutive computations that were replaced by a newer request.
  var restarts = 0

  /// A Boolean value that indicates whether an update is being applied and sent.
  ///
  /// Requests made during this time follow the update.
  var isNotifying = false

  /// A Boolean value that indicates whether renderers are being notified.
  ///
  /// Changes of the derived list made during this time follow the notification.
  var isDisplaying = false

  /// The changes of the derived list that wait to be displayed.
  var arrivals: [Arrival] = []

  /// The marker of the edits in the current update.
  var marker: EditToken?

  /// The emissions that are deferred until the end of the batch.
  var deferredEmissions: [DeferredEmission] = []

  /// A Boolean value that indicates whether deferred emissions are being delivered.
  var isDelivering = false

  /// The redraws collected for one update, or `nil` while each redraw is sent immediately.
  var redraws: [ListUpdate.Redraw]?

  /// A Boolean value that indicates whether the source has sent an update that may contain no
  /// change, for example a new phase.
  var hasPendingPhase = false

  /// A Boolean value that indicates whether emissions are deferred, because the list does not have
  /// its requested content yet.
  var isDeferring: Bool { !savepoints.isEmpty || isNotifying }

  /// A deferred change of the derived list, which maps paths until it is displayed.
  final class Arrival {
    let update: ListUpdate
    private(set) lazy var positions = update.changes.makePathMap()

    init(_ update: ListUpdate) { self.update = update }
  }
}
