internal import MocoaModel

/// The batches of a list that are under way, and what waits for their end.
@MainActor
struct Batches {
  /// What was asked for when each batch that has not ended began, the outermost first.
  var savepoints: [ListTarget] = []

  /// What will have come of them.
  var update: BatchUpdate?

  /// The difference that is computed on a thread.
  var computation: Computation?

  /// How often in a row a computation was started again because something newer was asked for.
  var restarts = 0

  /// Whether an update is being applied and told: what is asked for meanwhile follows it.
  var isTelling = false

  /// Whether renderers are being told: what an excerpt becomes meanwhile follows that.
  var isDisplaying = false

  /// The changes of the excerpt that wait to be displayed.
  var arrivals: [Arrival] = []

  /// The marker of the edits that are being told.
  var marker: EditMarker?

  /// What was emitted meanwhile.
  var held: [HeldEmission] = []

  /// Whether what was held is being delivered.
  var isDelivering = false

  /// Redraws collected for one update; nil while each is told at once.
  var redraws: [ListUpdate.Redraw]?

  /// Whether the source has to tell something that is no change, such as its phase.
  var hasNews = false

  /// Whether the list is not what it is to be yet, so that emissions wait.
  var isHolding: Bool { !savepoints.isEmpty || isTelling }

  /// A change that waits, by which positions are carried while it does.
  final class Arrival {
    let update: ListUpdate
    private(set) lazy var positions = update.changes.positions

    init(_ update: ListUpdate) { self.update = update }
  }
}
