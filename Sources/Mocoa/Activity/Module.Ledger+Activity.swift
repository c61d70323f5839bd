public import MocoaModel

extension ModuleRegistry {
  /// Observes the activity of the modules of this registry, and of the lists and view models
  /// created from them.
  ///
  /// While the activity has no observer, no event is created. The closure is called during the
  /// activity that it observes. It may record the event but must not change modules, lists or view
  /// models.
  ///
  /// - Parameter perform: A closure that receives each event, called on the main actor.
  /// - Returns: A token. The observation ends when the token is canceled or released.
  public func observeActivity(_ perform: @escaping @MainActor (ActivityEvent) -> Void)
    -> ObservationToken
  {
    ledger.activity.add(perform)
  }

  /// The number of events created since the registry was created.
  ///
  /// It does not increase while the activity has no observer.
  package var activityCount: Int { ledger.activityCount }
}

extension Module.Ledger {
  /// The maximum number of logged misses to retain.
  ///
  /// The limit exists because kinds come from data.
  private static let missLimit = 1024

  /// A Boolean value that indicates whether the activity has an observer.
  var isObserved: Bool { !activity.isEmpty }

  /// Logs an event.
  ///
  /// The event is created only if the activity has an observer.
  func tell(_ event: @autoclosure () -> ActivityEvent) {
    guard isObserved else { return }
    activityCount += 1
    activity.send(event())
  }

  /// Logs an element that no module can show.
  ///
  /// Each kind is logged once, and again after it was resolved in between.
  func tell(_ resolution: Resolution) {
    guard isObserved else { return }
    guard resolution.resolved == nil else {
      toldMisses.remove(resolution.requested)
      return
    }
    tellMiss(resolution, "\(resolution.tried.first?.outcome ?? .notRegistered)")
  }

  /// Logs an element whose module cannot show it, once for each kind and reason.
  func tellMiss(_ resolution: Resolution, _ reason: @autoclosure () -> String) {
    guard isObserved else { return }
    let miss = MissActivity(
      requested: resolution.requested, reason: reason(), tried: resolution.tried)
    let key = resolution.resolved == nil ? miss.requested : "\(miss.requested) \(miss.reason)"
    if toldMisses.count >= Self.missLimit { toldMisses.removeAll() }
    guard toldMisses.insert(key).inserted else { return }
    tell(.miss(miss))
  }

  /// The maximum number of rejected registrations to retain.
  ///
  /// The limit exists because names may come from data.
  private static let illegalLimit = 256

  /// Records and logs a registration at an invalid address.
  ///
  /// A reason that is already recorded is not logged again.
  func refuse(_ complaint: String) {
    guard !illegal.contains(complaint) else { return }
    if illegal.count < Self.illegalLimit { illegal.append(complaint) }
    tell(.module(.refused(complaint)))
  }
}

extension Module {
  /// Logs a message about the state of the module.
  ///
  /// - Parameters:
  ///   - text: The message, evaluated only if the activity has an observer.
  ///   - isTrouble: A Boolean value that indicates whether the message is a warning.
  public func note(_ text: @autoclosure () -> String, isTrouble: Bool = false) {
    ledger.tell(.note(NoteActivity(text(), of: url, isTrouble: isTrouble)))
  }

  /// Logs the newest registration of the module.
  func tellRegistration() {
    guard ledger.isObserved, !isNowhere, let next = registrations.last else { return }
    if let former = registrations.dropLast().last(where: { $0.isSamePlace(as: next) }) {
      ledger.tell(.module(.replaced(Replacement(url: url, former: former, next: next))))
    } else {
      ledger.tell(.module(.registered(url, next)))
    }
  }

  /// Logs each removed registration that was in effect in its slot.
  func tellUnregistration(of former: [Registration], _ isGone: (Registration) -> Bool) {
    guard ledger.isObserved else { return }
    for (place, old) in former.enumerated() where isGone(old) {
      let isLast = !former[(place + 1)...].contains { $0.isSamePlace(as: old) }
      if isLast { ledger.tell(.module(.unregistered(url, old))) }
    }
  }
}
