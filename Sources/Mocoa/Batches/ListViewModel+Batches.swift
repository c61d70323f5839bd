public import MocoaModel

extension ListViewModel {
  /// The most recently requested content.
  ///
  /// The indexes and paths of edits refer to this snapshot.
  ///
  /// It equals `content`, except inside a batch and while a large difference is computed.
  public final var targetSnapshot: ListSnapshot { target.snapshot }

  /// Performs edits and shows their result as one update.
  ///
  /// The body runs immediately. Nested batches, also those of sections, join this batch. If the
  /// comparison of the lists before and after is small, the update is complete when the method
  /// returns: the view-model tree has changed, and the renderers are notified. Otherwise the
  /// difference is computed in the background, and requests made until then become part of the
  /// update. A batch that starts while an update is sent follows that update.
  ///
  /// If a derived list is displayed, an update is finished when the content has changed and the
  /// derived list is notified. A long derived list displays the change later.
  ///
  /// Emissions of view models during the batch are delivered after it, in order.
  ///
  /// - Parameters:
  ///   - context: A value that is sent with the update. If several batches have a context, the
  ///     newest is sent.
  ///   - body: A closure that performs the edits.
  /// - Returns: The pending result of the batch.
  /// - Throws: The error of the body. The list discards all requests of the body, except changes of
  ///   the source. A nested batch discards only its own edits.
  @discardableResult
  public final func performBatchUpdates(
    context: (any Sendable)? = nil, _ body: () throws -> Void
  ) rethrows -> BatchUpdate {
    let update = batches.update ?? BatchUpdate()
    batches.update = update
    let revision = target.revision
    if batches.savepoints.isEmpty { logStep(.began) }
    batches.savepoints.append(target)
    do {
      try body()
    } catch {
      target = batches.savepoints.removeLast()
      if batches.savepoints.isEmpty { logStep(.rolledBack) }
      endBatch(update, hasChanges: false)
      throw error
    }
    batches.savepoints.removeLast()
    if batches.savepoints.isEmpty { logStep(.ended) }
    let hasChanges = target.revision != revision
    if hasChanges, let context { target.context = context }
    endBatch(update, hasChanges: hasChanges)
    return update
  }

  private func endBatch(_ update: BatchUpdate, hasChanges: Bool) {
    guard batches.savepoints.isEmpty else { return }
    batches.update = nil
    if hasChanges { target.updates.append(update) }
    flushUpdates()
    if !hasChanges { update.finish(nil) }
  }

  /// Performs one edit.
  ///
  /// If no batch is running, the edit is its own batch.
  final func edit(_ perform: ListEdit) throws(ListEditError) -> BatchUpdate {
    try target.edit(perform)
    return finishEdit()
  }

  /// Requests another list, which replaces the current one.
  final func replace(with list: ListSnapshot) -> BatchUpdate {
    target.replace(with: list)
    return finishEdit()
  }

  /// Creates all view models of the list again, in one update in which every section is new.
  @discardableResult
  public final func reload() -> BatchUpdate {
    target.reload()
    return finishEdit()
  }

  /// Shows the requested list, unless a batch is running.
  private func finishEdit() -> BatchUpdate {
    if let update = batches.update { return update }
    let update = BatchUpdate()
    target.updates.append(update)
    flushUpdates()
    return update
  }

  /// Applies an update of the source, which replaces all edits.
  final func setSource(_ update: ListUpdate) {
    // A phase is sent immediately, even during a computation, and discards no edit.
    batches.hasPendingPhase = true
    if !update.changes.isEmpty || target.isFollowing {
      target.follow(update)
    }
    // A batch may be rolled back, but the changes of the source remain.
    for index in batches.savepoints.indices
    where !update.changes.isEmpty || batches.savepoints[index].isFollowing {
      batches.savepoints[index].follow(update)
    }
    flushUpdates()
  }
}

extension ListViewModel {
  /// The maximum number of consecutive background comparisons that newer requests may cancel.
  ///
  /// After this number, the next comparison is performed on the main actor. Otherwise a list that
  /// changes continuously would never be displayed.
  private static let restartLimit = 32

  /// Shows the requested list, or begins to compare it with the shown list, and delivers the
  /// deferred emissions.
  final func flushUpdates() {
    guard !batches.isDeferring else { return }
    repeat {
      displayArrivals()
      while !target.isDisplayed, target.revision != batches.computation?.revision { compare() }
      notifyRemaining()
    } while !batches.arrivals.isEmpty
      || !target.isDisplayed && target.revision != batches.computation?.revision
    deliverDeferredEmissions()
  }

  private func compare() {
    if let computation = batches.computation {
      computation.supersede()
      batches.computation = nil
      batches.restarts += 1
      logStep(.superseded)
    }
    let displayed = content.snapshot
    if target.isReloaded, derivedList?.showsEntireBase ?? true {
      return show(.replacing(displayed, with: target.snapshot), .reload)
    }
    if let changes = target.sourceChanges { return show(changes, .source) }
    let comparison = SnapshotComparison(from: displayed, to: target.snapshot)
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
  ///   - strategy: The source of the change set, for the activity log.
  private func show(_ changes: ChangeSet, _ strategy: BatchActivity.Strategy) {
    let update = ListUpdate(
      before: content.snapshot, after: target.snapshot, changes: changes, redraws: target.redraws,
      context: target.context)
    let (waiting, isReloaded) = (target.updates, target.isReloaded && strategy != .reload)
    let notifiesAlways = batches.hasPendingPhase
    (batches.hasPendingPhase, batches.restarts) = (false, 0)
    (batches.isNotifying, batches.marker) = (true, target.marker)
    target.didShow()
    let redraws = apply(update, notifiesAlways: notifiesAlways, reloads: isReloaded)
    (batches.isNotifying, batches.marker) = (false, nil)
    if !changes.isEmpty || !waiting.isEmpty { logStep(.applied(.init(changes), by: strategy)) }
    let finished = changes.isEmpty && redraws.isEmpty && !isReloaded ? nil : update
    for handle in waiting { handle.finish(finished.map { $0.redrawing(redraws) }) }
  }

  /// Sends a change of the content to its observers, and displays it.
  ///
  /// If a derived list is displayed, its own change is displayed instead.
  ///
  /// - Returns: The redraws of the update.
  private func apply(_ update: ListUpdate, notifiesAlways: Bool, reloads: Bool)
    -> [ListUpdate.Redraw]
  {
    // Only a derived list that shows all items forwards changes that a comparison cannot detect.
    let isPassedOn = derivedList?.showsEntireBase ?? true
    editedContent.apply(
      update, notifies: notifiesAlways || !update.changes.isEmpty || !update.redraws.isEmpty)
    guard derivedList != nil else { return display(update, notifiesAlways: notifiesAlways) }
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
  ///   - notifiesAlways: A Boolean value that indicates whether the renderers are notified of an
  ///     empty update.
  ///   - rebuilt: The indexes, after the update, of the sections whose header and footer must be
  ///     created again. If it is `nil`, the method uses the sections that the current edits have
  ///     reloaded.
  /// - Returns: The redraws of the update.
  @discardableResult
  final func display(
    _ update: ListUpdate, notifiesAlways: Bool = false, rebuilding rebuilt: Set<Int>? = nil
  ) -> [ListUpdate.Redraw] {
    var update = update
    let isDisplaying = batches.isDisplaying
    batches.isDisplaying = true
    snapshot = update.after
    remapViewModels(update, rebuilding: rebuilt ?? reloadedSections(of: update))
    update.redraws = (update.redraws + collectRedraws()).withoutRepetitions
    if notifiesAlways || !update.changes.isEmpty || !update.redraws.isEmpty {
      observers.notify(update)
    }
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
    let notifiesAlways = batches.hasPendingPhase
    (batches.isNotifying, batches.hasPendingPhase) = (true, false)
    if notifiesAlways {
      let list = content.snapshot
      editedContent.apply(
        ListUpdate(before: list, after: list, changes: .unchanged(list)), notifies: true)
    }
    // A derived list sends a new phase itself.
    display(unchanged([]), notifiesAlways: notifiesAlways && derivedList == nil)
    displayArrivals()
    batches.isNotifying = false
  }

  private func unchanged(_ redraws: [ListUpdate.Redraw]) -> ListUpdate {
    ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot), redraws: redraws)
  }

  /// Requests that renderers measure and draw an element again, because of a `redraw` emission.
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
    for redraw in redraws { redraw.deliver() }
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
      let deferred = batches.deferredEmissions
      batches.deferredEmissions = []
      for emission in deferred { emission.deliver() }
    }
    batches.isDelivering = false
  }
}

extension ListUpdate {
  /// Returns a copy of this update with other redraws.
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
