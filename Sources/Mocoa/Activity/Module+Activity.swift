public import MocoaModel

extension ModuleRegistry {
  /// Observes the activity of the modules of this registry, and of the lists and view models that
  /// they create.
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
    sharedState.activity.add(perform)
  }

  /// The number of events that were created until now.
  ///
  /// It does not increase while the activity has no observer.
  package var activityCount: Int { sharedState.activityCount }
}

extension Module.SharedState {
  /// The maximum number of failed lookups that are recorded to avoid logging them again.
  ///
  /// The limit exists because kinds come from data.
  private static let missLimit = 1024

  /// A Boolean value that indicates whether the activity has an observer.
  var isObserved: Bool { !activity.isEmpty }

  /// Logs an event.
  ///
  /// The event is created only if the activity has an observer.
  func log(_ event: @autoclosure () -> ActivityEvent) {
    guard isObserved else { return }
    activityCount += 1
    activity.notify(event())
  }

  /// Logs a resolution if no module can show its element.
  ///
  /// Later failures for the same address are not logged. If a lookup of the address succeeds, the
  /// next failure is logged again.
  func log(_ resolution: Resolution) {
    guard isObserved else { return }
    guard resolution.resolved == nil else {
      loggedMisses.remove(resolution.requested)
      return
    }
    logMiss(resolution, "\(resolution.candidates.first?.outcome ?? .notRegistered)")
  }

  /// Logs an element whose module cannot show it, once for each kind and reason.
  func logMiss(_ resolution: Resolution, _ reason: @autoclosure () -> String) {
    guard isObserved else { return }
    let miss = MissActivity(
      requested: resolution.requested, reason: reason(), tried: resolution.candidates)
    let key = resolution.resolved == nil ? miss.requested : "\(miss.requested) \(miss.reason)"
    if loggedMisses.count >= Self.missLimit { loggedMisses.removeAll() }
    guard loggedMisses.insert(key).inserted else { return }
    log(.miss(miss))
  }

  /// The maximum number of rejected registrations that are retained.
  ///
  /// The limit exists because names may come from data.
  private static let illegalLimit = 256

  /// Records and logs a registration at an invalid address.
  ///
  /// A reason that is already recorded is not logged again.
  func reject(_ complaint: String) {
    guard !illegal.contains(complaint) else { return }
    if illegal.count < Self.illegalLimit { illegal.append(complaint) }
    log(.module(.rejected(complaint)))
  }
}

extension Module {
  /// Logs a message about the state of the module.
  ///
  /// - Parameters:
  ///   - text: The message, evaluated only if the activity has an observer.
  ///   - isWarning: A Boolean value that indicates whether the message is a warning.
  public func log(_ text: @autoclosure () -> String, isWarning: Bool = false) {
    sharedState.log(.note(NoteActivity(text(), of: url, isWarning: isWarning)))
  }

  /// Logs the latest registration of the module.
  func logRegistration() {
    guard sharedState.isObserved, !isDetached, let next = registrations.last else { return }
    if let former = registrations.dropLast().last(where: { $0.hasSameSlot(as: next) }) {
      sharedState.log(.module(.replaced(Replacement(url: url, old: former, new: next))))
    } else {
      sharedState.log(.module(.registered(url, next)))
    }
  }

  /// Logs each registration that was in effect in its slot and was removed.
  ///
  /// - Parameters:
  ///   - former: All registrations of the module, as they were before the removal.
  ///   - isRemoved: A closure that returns `true` for a removed registration.
  func logUnregistration(of former: [Registration], _ isRemoved: (Registration) -> Bool) {
    guard sharedState.isObserved else { return }
    for (index, old) in former.enumerated() where isRemoved(old) {
      let isLast = !former[(index + 1)...].contains { $0.hasSameSlot(as: old) }
      if isLast { sharedState.log(.module(.unregistered(url, old))) }
    }
  }
}

extension ListViewModel {
  /// Logs a step of a batch of updates.
  final func logStep(_ step: @autoclosure () -> BatchActivity.Step) {
    guard module.sharedState.isObserved else { return }
    let activity = BatchActivity(page: page?.url, list: module.url, step: step())
    module.sharedState.log(.batch(activity))
  }
}

extension BatchActivity.Counts {
  /// Counts the changes in a change set.
  ///
  /// - Complexity: O(*r*), where *r* is the number of runs of adjacent changes.
  init(_ changes: ChangeSet) {
    sections = Group(
      deletions: changes.sectionDeletions.count, insertions: changes.sectionInsertions.count,
      moves: changes.sectionMoves.count, updates: changes.sectionUpdates.count)
    items = Group(
      deletions: Self.count(changes.deletions), insertions: Self.count(changes.insertions),
      moves: changes.moves.count, updates: changes.updates.count + changes.reloads.count)
  }

  private static func count(_ runs: [ChangeSet.Run]) -> Int {
    runs.reduce(0) { $0 + $1.range.count }
  }
}
