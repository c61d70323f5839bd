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

  /// The redraws that are being collected for one update, or `nil` if each redraw is sent
  /// immediately.
  var redraws: [ListUpdate.Redraw]?

  /// A Boolean value that indicates whether observers must be notified even if the list does not
  /// change.
  ///
  /// It is `true` after the source has sent an update, which may contain a new phase but no
  /// changes.
  var hasPendingPhase = false

  /// A Boolean value that indicates whether emissions are deferred, because the list does not have
  /// its requested content yet.
  var isDeferring: Bool { !savepoints.isEmpty || isNotifying }

  /// A change of the derived list that is not displayed yet.
  ///
  /// Until the change is displayed, it maps the displayed paths to the new paths.
  final class Arrival {
    let update: ListUpdate
    private(set) lazy var positions = update.changes.makePathMap()

    init(_ update: ListUpdate) { self.update = update }
  }
}

/// An emission that is deferred until the end of a batch.
@MainActor
struct DeferredEmission {
  let emission: Emission

  /// The view model that receives the emission.
  let receiver: ViewModel

  var isRedraw: Bool { emission.name == .redraw }

  /// Delivers the emission, or defers it again in a list that is an ancestor of the receiver.
  func deliver() {
    if isRedraw {
      // The path of a redraw is known only while the view model is in the list.
      let source = emission.source
      guard let parent = source.parent else { return }
      let emission = Emission(name: .redraw, value: emission.value, source: source, target: source)
      source.deliver(emission, to: parent)
    } else if let list = receiver.deferringList {
      list.batches.deferredEmissions.append(self)
    } else {
      emission.source.deliver(emission, to: receiver)
    }
  }
}

extension ViewModel {
  /// The nearest list that defers emissions: this view model, one of its ancestors, or `nil`.
  final var deferringList: ListViewModel? {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if let list = current as? ListViewModel, list.batches.isDeferring { return list }
      ancestor = current.parent
    }
    return nil
  }
}
