internal import MocoaModel

extension ListViewModel {
  /// The maximum number of consecutive comparisons that a newer request may end early.
  ///
  /// The next comparison is performed on the main actor, so that a list that changes continuously
  /// is displayed too.
  static let restartLimit = 32

  /// Shows the requested list if its difference from the shown list is known, and delivers the
  /// deferred emissions.
  final func flushUpdates() {
    guard !batches.isDeferring else { return }
    repeat {
      displayArrivals()
      while !target.isShown, target.revision != batches.computation?.revision { compare() }
      notifyRemaining()
    } while !batches.arrivals.isEmpty
      || !target.isShown && target.revision != batches.computation?.revision
    deliverDeferredEmissions()
  }

  private func compare() {
    if let computation = batches.computation {
      computation.supersede()
      batches.computation = nil
      batches.restarts += 1
      logStep(.superseded)
    }
    let shown = content.snapshot
    if target.isReloaded, derivedList?.showsEntireBase ?? true {
      return show(.replacing(shown, with: target.snapshot), .reload)
    }
    if let changes = target.sourceChanges { return show(changes, .source) }
    let comparison = SnapshotComparison(from: shown, to: target.snapshot)
    if comparison.itemCount > immediateLimit, batches.restarts < Self.restartLimit,
      compute(comparison)
    {
      logStep(.computing(items: comparison.itemCount))
      return
    }
    show(comparison.changes(marker: target.marker) { () throws(Never) in }, .synchronous)
  }

  /// Compares two lists on a background thread.
  ///
  /// - Returns: `false` if no background thread can be started.
  private func compute(_ comparison: SnapshotComparison) -> Bool {
    let computation = DifferenceComputation(of: target)
    let (cancellation, marker) = (computation.cancellation, target.marker)
    batches.computation = computation
    let isStarted = BackgroundThread.run {
      try? comparison.changes(marker: marker) { () throws(CancellationError) in
        if cancellation.isCancelled { throw CancellationError() }
      }
    } completion: { [weak self, weak computation] changes in
      guard let self, let computation, batches.computation === computation else { return }
      computation.supersede()
      batches.computation = nil
      // Code that runs the main run loop may reach this point inside a batch. The end of the batch
      // then shows the list.
      if let changes, !batches.isDeferring { show(changes, .background) }
      flushUpdates()
    }
    guard !isStarted else { return true }
    computation.supersede()
    batches.computation = nil
    return false
  }

  /// Applies the requested list to the content and shows it.
  ///
  /// - Parameters:
  ///   - changes: The changes from the shown list.
  ///   - way: The source of the change set, for the activity log.
  private func show(_ changes: ChangeSet, _ way: BatchActivity.Strategy) {
    let update = ListUpdate(
      before: content.snapshot, after: target.snapshot, changes: changes, redraws: target.redraws,
      context: target.context)
    let (waiting, isReloaded) = (target.updates, target.isReloaded && way != .reload)
    let isNews = batches.hasPendingPhase
    (batches.hasPendingPhase, batches.restarts) = (false, 0)
    (batches.isNotifying, batches.marker) = (true, target.marker)
    target.didShow()
    let redraws = apply(update, notifiesAlways: isNews, reloads: isReloaded)
    (batches.isNotifying, batches.marker) = (false, nil)
    if !changes.isEmpty || !waiting.isEmpty { logStep(.applied(.init(changes), by: way)) }
    let finished = changes.isEmpty && redraws.isEmpty && !isReloaded ? nil : update
    for handle in waiting { handle.finish(finished.map { $0.redrawing(redraws) }) }
  }

  /// Sends a change of the content to its observers, and displays it.
  ///
  /// If a derived list is displayed, its own change is displayed instead.
  ///
  /// - Returns: The redraws of the update.
  private func apply(_ update: ListUpdate, notifiesAlways isNews: Bool, reloads: Bool)
    -> [ListUpdate.Redraw]
  {
    // Only a derived list that shows all items forwards changes that a comparison cannot detect.
    let isPassedOn = derivedList?.showsEntireBase ?? true
    editedContent.apply(
      update, notifies: isNews || !update.changes.isEmpty || !update.redraws.isEmpty)
    guard derivedList != nil else { return display(update, notifiesAlways: isNews) }
    displayArrivals()
    if reloads {
      let changes = ChangeSet.replacing(snapshot, with: snapshot)
      _ = display(ListUpdate(before: snapshot, after: snapshot, changes: changes))
    } else if !isPassedOn {
      displayRequests(of: update)
    }
    displayArrivals()
    return update.redraws
  }

  /// Displays a change, and notifies the renderers if the update is not empty.
  ///
  /// - Parameters:
  ///   - update: The change of the displayed list.
  ///   - isNews: A Boolean value that indicates whether the renderers are notified of an empty
  ///     update.
  ///   - rebuilt: The indexes, after the update, of the sections whose header and footer must be
  ///     created again. If it is `nil`, the sections that the current edits have reloaded.
  /// - Returns: The redraws of the update.
  @discardableResult
  final func display(
    _ update: ListUpdate, notifiesAlways isNews: Bool = false, rebuilding rebuilt: Set<Int>? = nil
  ) -> [ListUpdate.Redraw] {
    var update = update
    let isDisplaying = batches.isDisplaying
    batches.isDisplaying = true
    snapshot = update.after
    remapViewModels(update, rebuilding: rebuilt ?? reloadedSections(of: update))
    update.redraws = (update.redraws + collectRedraws()).withoutRepetitions
    if isNews || !update.changes.isEmpty || !update.redraws.isEmpty { observers.notify(update) }
    batches.isDisplaying = isDisplaying
    return update.redraws
  }

  /// Returns the indexes, after the update, of the sections that the current edits have reloaded.
  private func reloadedSections(of update: ListUpdate) -> Set<Int> {
    guard let marker = batches.marker, !update.changes.sectionUpdates.isEmpty else { return [] }
    return Set(
      update.changes.sectionUpdates.map(\.to).filter {
        update.after.sections[$0].isReloaded(by: marker)
      })
  }

  /// Sends an update without changes if there are redraws or a new phase of the source.
  private func notifyRemaining() {
    guard batches.hasPendingPhase || batches.deferredEmissions.contains(where: \.isRedraw) else {
      return
    }
    let isNews = batches.hasPendingPhase
    (batches.isNotifying, batches.hasPendingPhase) = (true, false)
    if isNews {
      let list = content.snapshot
      editedContent.apply(
        ListUpdate(before: list, after: list, changes: .unchanged(list)), notifies: true)
    }
    // A derived list sends a new phase itself.
    display(unchanged([]), notifiesAlways: isNews && derivedList == nil)
    displayArrivals()
    batches.isNotifying = false
  }

  private func unchanged(_ redraws: [ListUpdate.Redraw]) -> ListUpdate {
    ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot), redraws: redraws)
  }

  /// Requests that renderers measure and draw an element again, for an emission.
  final func redraw(_ redraw: ListUpdate.Redraw, for emission: Emission) {
    if batches.redraws != nil {
      batches.redraws?.append(redraw)
    } else if batches.isDeferring {
      // An override of `didReceive(_:)` has forwarded the emission.
      batches.deferredEmissions.append(DeferredEmission(emission: emission, receiver: self))
    } else {
      batches.isNotifying = true
      display(unchanged([redraw]))
      batches.isNotifying = false
      flushUpdates()
    }
  }

  /// Removes and returns the redraws of deferred emissions, with the current paths of their
  /// elements.
  private func collectRedraws() -> [ListUpdate.Redraw] {
    guard batches.deferredEmissions.contains(where: \.isRedraw) else { return [] }
    let redraws = batches.deferredEmissions.filter(\.isRedraw)
    batches.deferredEmissions.removeAll(where: \.isRedraw)
    batches.redraws = []
    for held in redraws { held.deliver() }
    defer { batches.redraws = nil }
    return (batches.redraws ?? []).withoutRepetitions
  }

  /// Delivers the deferred emissions in order.
  ///
  /// Emissions that are sent during the delivery are delivered after them.
  private func deliverDeferredEmissions() {
    guard !batches.isDelivering else { return }
    batches.isDelivering = true
    while !batches.deferredEmissions.isEmpty, !batches.isDeferring {
      let held = batches.deferredEmissions
      batches.deferredEmissions = []
      for emission in held { emission.deliver() }
    }
    batches.isDelivering = false
  }
}

extension ListUpdate {
  /// Returns this update with other redraws.
  fileprivate func redrawing(_ redraws: [Redraw]) -> ListUpdate {
    var update = self
    update.redraws = redraws
    return update
  }
}

extension [ListUpdate.Redraw] {
  /// The redraws in order, without duplicates.
  fileprivate var withoutRepetitions: Self {
    var seen: Set<ListUpdate.Redraw> = []
    return filter { seen.insert($0).inserted }
  }
}
