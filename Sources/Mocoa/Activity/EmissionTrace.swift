/// The way that an emission takes, written down while it does.
@MainActor
final class EmissionTrace {
  private var receivers: [EmissionActivity.Party] = []
  private var outcome = EmissionActivity.Outcome.consumed

  /// Notes that a view model has it now.
  func reaches(_ receiver: ViewModel) {
    receivers.append(receiver.party)
    outcome = .consumed
  }

  /// Notes that it comes to an end although nobody has consumed it.
  func ends(_ outcome: EmissionActivity.Outcome) {
    self.outcome = outcome
  }

  /// What became of it.
  func activity(of emission: Emission, from source: EmissionActivity.Party) -> EmissionActivity {
    EmissionActivity(
      name: emission.name, value: emission.value.map { "\(type(of: $0))" }, source: source,
      receivers: receivers, outcome: outcome)
  }
}

extension ViewModel {
  /// This one as one of those who took part in something.
  final var party: EmissionActivity.Party {
    .init(type: "\(type(of: self))", path: (self as? AnyCellViewModel)?.shownPath)
  }

  /// What the modules have in common that this hangs on; nil where it hangs on none.
  private var ledger: Module.Ledger? {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if let ledger = current.ownLedger { return ledger }
      ancestor = current.parent
    }
    return nil
  }

  /// Sends an emission to a view model, and logs the outcome; drops it if that is not ready.
  final func deliver(_ emission: Emission, to receiver: ViewModel) {
    guard emission.trace == nil, let ledger, ledger.isObserved else {
      if receiver.isReady { receiver.didReceive(emission) } else { emission.trace?.ends(.dropped) }
      return
    }
    let trace = EmissionTrace()
    var traced = emission
    traced.trace = trace
    // What it leads to may take the source elsewhere.
    let source = emission.source.party
    trace.reaches(receiver)
    if receiver.isReady { receiver.didReceive(traced) } else { trace.ends(.dropped) }
    ledger.tell(.emission(trace.activity(of: emission, from: source)))
  }

  /// Tells that something was emitted before its time.
  final func tellDropped(_ name: Emission.Name, value: Any?) {
    guard let ledger, ledger.isObserved else { return }
    let trace = EmissionTrace()
    trace.ends(parent == nil && isReady ? .ignored : .dropped)
    let emission = Emission(name: name, value: value, source: self, target: self)
    ledger.tell(.emission(trace.activity(of: emission, from: party)))
  }
}
