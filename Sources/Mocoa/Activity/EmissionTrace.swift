/// A record of the receivers of an emission, written during its delivery.
@MainActor
final class EmissionTrace {
  private var receivers: [EmissionActivity.Party] = []
  private var outcome = EmissionActivity.Outcome.consumed

  /// Adds a view model that receives the emission.
  func reaches(_ receiver: ViewModel) {
    receivers.append(receiver.party)
    outcome = .consumed
  }

  /// Sets the outcome of an emission that no receiver consumed.
  func ends(_ outcome: EmissionActivity.Outcome) {
    self.outcome = outcome
  }

  /// Returns the log entry of the emission.
  func activity(of emission: Emission, from source: EmissionActivity.Party) -> EmissionActivity {
    EmissionActivity(
      name: emission.name, value: emission.value.map { "\(type(of: $0))" }, source: source,
      receivers: receivers, outcome: outcome)
  }
}

extension ViewModel {
  /// This view model as a participant of an emission.
  final var party: EmissionActivity.Party {
    .init(type: "\(type(of: self))", path: (self as? AnyCellViewModel)?.shownPath)
  }

  /// The state shared by the modules of the nearest ancestor that has a module, or `nil` if no
  /// ancestor has one.
  private var ledger: Module.Ledger? {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if let ledger = current.ownLedger { return ledger }
      ancestor = current.parent
    }
    return nil
  }

  /// Delivers an emission to a view model and logs the outcome.
  ///
  /// If the receiver is not ready, the emission is dropped.
  final func deliver(_ emission: Emission, to receiver: ViewModel) {
    guard emission.trace == nil, let ledger, ledger.isObserved else {
      if receiver.isReady { receiver.didReceive(emission) } else { emission.trace?.ends(.dropped) }
      return
    }
    let trace = EmissionTrace()
    var traced = emission
    traced.trace = trace
    // Read first: the receivers may move the source to another path.
    let source = emission.source.party
    trace.reaches(receiver)
    if receiver.isReady { receiver.didReceive(traced) } else { trace.ends(.dropped) }
    ledger.tell(.emission(trace.activity(of: emission, from: source)))
  }

  /// Logs an emission that could not be sent.
  final func tellDropped(_ name: Emission.Name, value: Any?) {
    guard let ledger, ledger.isObserved else { return }
    let trace = EmissionTrace()
    trace.ends(parent == nil && isReady ? .ignored : .dropped)
    let emission = Emission(name: name, value: value, source: self, target: self)
    ledger.tell(.emission(trace.activity(of: emission, from: party)))
  }
}
