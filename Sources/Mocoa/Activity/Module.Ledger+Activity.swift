public import MocoaModel

extension ModuleRegistry {
  /// Tells what happens to the modules here, and to lists and view models that are made of them, until
  /// the token is let go.
  ///
  /// While nobody observes it, nothing is made to be told. Whoever is told is in the middle of what
  /// happens: it may note it, and is to change nothing.
  public func observeActivity(_ perform: @escaping @MainActor (ActivityEvent) -> Void)
    -> ObservationToken
  {
    ledger.activity.add(perform)
  }

  /// How many events were made, which is none while nobody observes them.
  package var activityCount: Int { ledger.activityCount }
}

extension Module.Ledger {
  /// So many kinds that nobody can show are remembered as told; they come from data.
  private static let missLimit = 1024

  /// Whether somebody wants to know what happens.
  var isObserved: Bool { !activity.isEmpty }

  /// Tells what happens, which is made only where somebody wants to know.
  func tell(_ event: @autoclosure () -> ActivityEvent) {
    guard isObserved else { return }
    activityCount += 1
    activity.send(event())
  }

  /// Tells that an element resolved to nothing: once for its kind, until the kind was shown.
  func tell(_ resolution: Resolution) {
    guard isObserved else { return }
    guard resolution.resolved == nil else {
      toldMisses.remove(resolution.requested)
      return
    }
    tellMiss(resolution, "\(resolution.tried.first?.outcome ?? .notRegistered)")
  }

  /// Tells that an element was resolved to what cannot show it: once for its kind and the reason.
  func tellMiss(_ resolution: Resolution, _ reason: @autoclosure () -> String) {
    guard isObserved else { return }
    let miss = MissActivity(
      requested: resolution.requested, reason: reason(), tried: resolution.tried)
    let key = resolution.resolved == nil ? miss.requested : "\(miss.requested) \(miss.reason)"
    if toldMisses.count >= Self.missLimit { toldMisses.removeAll() }
    guard toldMisses.insert(key).inserted else { return }
    tell(.miss(miss))
  }

  /// So many registrations that were refused are remembered; names may come from data.
  private static let illegalLimit = 256

  /// Notes what was to be registered at what is no address, and tells it; the same only once.
  func refuse(_ complaint: String) {
    guard !illegal.contains(complaint) else { return }
    if illegal.count < Self.illegalLimit { illegal.append(complaint) }
    tell(.module(.refused(complaint)))
  }
}

extension Module {
  /// Tells whoever observes the activity what the module has to say of itself.
  ///
  /// - Parameter isTrouble: whether something is not as it should be.
  public func note(_ text: @autoclosure () -> String, isTrouble: Bool = false) {
    ledger.tell(.note(NoteActivity(text(), of: url, isTrouble: isTrouble)))
  }

  /// Tells what was registered last.
  func tellRegistration() {
    guard ledger.isObserved, !isNowhere, let next = registrations.last else { return }
    if let former = registrations.dropLast().last(where: { $0.isSamePlace(as: next) }) {
      ledger.tell(.module(.replaced(Replacement(url: url, former: former, next: next))))
    } else {
      ledger.tell(.module(.registered(url, next)))
    }
  }

  /// Tells which of the registrations that there were count no more.
  func tellUnregistration(of former: [Registration], _ isGone: (Registration) -> Bool) {
    guard ledger.isObserved else { return }
    for (place, old) in former.enumerated() where isGone(old) {
      let isLast = !former[(place + 1)...].contains { $0.isSamePlace(as: old) }
      if isLast { ledger.tell(.module(.unregistered(url, old))) }
    }
  }
}
