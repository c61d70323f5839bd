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
}

/// A difference that is computed on a thread.
///
/// It goes with its list; those who waited are then told that nothing came of it.
@MainActor
final class Computation {
  /// What is computed.
  let revision: Int

  /// Whether it is to end early.
  let cancellation = Cancellation()

  private var updates: [BatchUpdate]

  init(of target: ListTarget) {
    (revision, updates) = (target.revision, target.updates)
  }

  /// Ends it early; others take care of those who wait.
  func supersede() {
    cancellation.cancel()
    updates = []
  }

  isolated deinit {
    cancellation.cancel()
    for update in updates { update.finish(nil) }
  }
}

/// Something emitted that waits for the end of a batch.
@MainActor
struct HeldEmission {
  let emission: Emission

  /// Who would have received it.
  let receiver: ViewModel

  var isRedraw: Bool { emission.name == .redraw }

  /// Delivers it, or has it wait for a list farther above.
  func deliver() {
    if isRedraw {
      // Where something is to be drawn is known only while it is in the list.
      let source = emission.source
      source.parent?.didReceive(
        Emission(name: .redraw, value: emission.value, source: source, target: source))
    } else if let list = receiver.holdingList {
      list.batches.held.append(self)
    } else {
      receiver.didReceive(emission)
    }
  }
}

extension ViewModel {
  /// The list nearest above, or this one itself, that has emissions wait; nil where none has.
  final var holdingList: ListViewModel? {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if let list = current as? ListViewModel, list.batches.isHolding { return list }
      ancestor = current.parent
    }
    return nil
  }
}
