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

/// An emission that is deferred until the end of a batch.
@MainActor
struct DeferredEmission {
  let emission: Emission

  /// The view model that receives the emission.
  let receiver: ViewModel

  var isRedraw: Bool { emission.name == .redraw }

  /// Delivers the emission, or defers it in a list that is an ancestor.
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
  /// The nearest list that defers emissions, which may be this view model, or `nil`.
  final var deferringList: ListViewModel? {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if let list = current as? ListViewModel, list.batches.isDeferring { return list }
      ancestor = current.parent
    }
    return nil
  }
}
