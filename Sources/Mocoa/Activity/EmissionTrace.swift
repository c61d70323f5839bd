/// A record of the receivers of an emission, written during its delivery.
@MainActor
final class EmissionTrace {
  private var receivers: [EmissionActivity.Participant] = []
  private var outcome = EmissionActivity.Outcome.consumed

  /// Adds a view model that receives the emission.
  func addReceiver(_ receiver: ViewModel) {
    receivers.append(receiver.participant)
    outcome = .consumed
  }

  /// Sets the outcome of an emission that no receiver consumed.
  func finish(_ outcome: EmissionActivity.Outcome) {
    self.outcome = outcome
  }

  /// Returns the log entry of the emission.
  func activity(of emission: Emission, from source: EmissionActivity.Participant)
    -> EmissionActivity
  {
    EmissionActivity(
      name: emission.name, value: emission.value.map { "\(type(of: $0))" }, source: source,
      receivers: receivers, outcome: outcome)
  }
}

extension ViewModel {
  /// This view model as a participant of an emission.
  final var participant: EmissionActivity.Participant {
    .init(type: "\(type(of: self))", path: (self as? AnyCellViewModel)?.shownPath)
  }

  /// The shared state of the registry to which this view model or its nearest ancestor with a
  /// module belongs.
  ///
  /// It is `nil` if neither this view model nor an ancestor has a module.
  private var sharedState: Module.SharedState? {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if let sharedState = current.ownSharedState { return sharedState }
      ancestor = current.parent
    }
    return nil
  }

  /// Delivers an emission to a view model and logs the outcome.
  ///
  /// If the receiver is not ready, the emission is dropped.
  final func deliver(_ emission: Emission, to receiver: ViewModel) {
    guard emission.trace == nil, let sharedState, sharedState.isObserved else {
      if receiver.isReady {
        receiver.didReceive(emission)
      } else {
        emission.trace?.finish(.dropped)
      }
      return
    }
    let trace = EmissionTrace()
    var traced = emission
    traced.trace = trace
    // Read first: the receivers may move the source to another path.
    let source = emission.source.participant
    trace.addReceiver(receiver)
    if receiver.isReady { receiver.didReceive(traced) } else { trace.finish(.dropped) }
    sharedState.log(.emission(trace.activity(of: emission, from: source)))
  }

  /// Logs an emission that was dropped because its source is not ready.
  final func logDropped(_ name: Emission.Name, value: Any?) {
    guard let sharedState, sharedState.isObserved else { return }
    let trace = EmissionTrace()
    trace.finish(parent == nil && isReady ? .ignored : .dropped)
    let emission = Emission(name: name, value: value, source: self, target: self)
    sharedState.log(.emission(trace.activity(of: emission, from: participant)))
  }
}
