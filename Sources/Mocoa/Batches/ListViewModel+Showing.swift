internal import MocoaModel

extension ListViewModel {
  /// How often a computation is started again for something newer before it is done at once: a list
  /// that never rests is to be shown too.
  static let restartLimit = 32

  /// Shows what was asked for, as far as the difference is known, and delivers what waited.
  final func settle() {
    guard !batches.isHolding else { return }
    repeat {
      displayArrivals()
      while !target.isShown, target.revision != batches.computation?.revision { compare() }
      tellRest()
    } while !batches.arrivals.isEmpty
      || !target.isShown && target.revision != batches.computation?.revision
    deliverHeld()
  }

  private func compare() {
    if let computation = batches.computation {
      computation.supersede()
      batches.computation = nil
      batches.restarts += 1
      tell(.superseded)
    }
    let shown = content.snapshot
    if target.isReloaded, excerpt?.showsWhole ?? true {
      return show(.replacing(shown, with: target.snapshot), .reload)
    }
    if let changes = target.sourceChanges { return show(changes, .source) }
    let comparison = SnapshotComparison(from: shown, to: target.snapshot)
    if comparison.itemCount > immediateLimit, batches.restarts < Self.restartLimit,
      compute(comparison)
    {
      tell(.computing(items: comparison.itemCount))
      return
    }
    show(comparison.changes(marker: target.marker) { () throws(Never) in }, .atOnce)
  }

  /// Computes a difference on a thread.
  ///
  /// - Returns: false where none can be had.
  private func compute(_ comparison: SnapshotComparison) -> Bool {
    let computation = Computation(of: target)
    let (cancellation, marker) = (computation.cancellation, target.marker)
    batches.computation = computation
    let isStarted = BackgroundThread.run {
      try? comparison.changes(marker: marker) { () throws(CancellationError) in
        if cancellation.isCancelled { throw CancellationError() }
      }
    } then: { [weak self, weak computation] changes in
      guard let self, let computation, batches.computation === computation else { return }
      computation.supersede()
      batches.computation = nil
      // Where somebody has the main thread go on in the middle of a batch, the end comes to it.
      if let changes, !batches.isHolding { show(changes, .thread) }
      settle()
    }
    guard !isStarted else { return true }
    computation.supersede()
    batches.computation = nil
    return false
  }

  /// Makes the list that was asked for the content, and shows it.
  private func show(_ changes: ChangeSet, _ way: BatchActivity.Way) {
    let update = ListUpdate(
      before: content.snapshot, after: target.snapshot, changes: changes, redraws: target.redraws,
      context: target.context)
    let (waiting, isReloaded) = (target.updates, target.isReloaded && way != .reload)
    let isNews = batches.hasNews
    (batches.hasNews, batches.restarts) = (false, 0)
    (batches.isTelling, batches.marker) = (true, target.marker)
    target.didShow()
    let redraws = tell(update, isNews: isNews, reloads: isReloaded)
    (batches.isTelling, batches.marker) = (false, nil)
    if !changes.isEmpty || !waiting.isEmpty { tell(.shown(.init(changes), by: way)) }
    let finished = changes.isEmpty && redraws.isEmpty && !isReloaded ? nil : update
    for handle in waiting { handle.finish(finished.map { $0.redrawing(redraws) }) }
  }

  /// Tells who follows the content of its change, and displays that or what an excerpt made of it.
  ///
  /// - Returns: what is drawn again with it.
  private func tell(_ update: ListUpdate, isNews: Bool, reloads: Bool) -> [ListUpdate.Redraw] {
    // Only an excerpt of all passes on what cannot be seen by comparing.
    let isPassedOn = excerpt?.showsWhole ?? true
    editedContent.apply(
      update, tells: isNews || !update.changes.isEmpty || !update.redraws.isEmpty)
    guard excerpt != nil else { return display(update, isNews: isNews) }
    displayArrivals()
    if reloads {
      let changes = ChangeSet.replacing(snapshot, with: snapshot)
      _ = display(ListUpdate(before: snapshot, after: snapshot, changes: changes))
    } else if !isPassedOn {
      displayWishes(of: update)
    }
    displayArrivals()
    return update.redraws
  }

  /// Displays a change, and tells renderers of it where there is anything to tell.
  ///
  /// - Parameter rebuilt: the sections, by their positions after, whose header and footer are to be
  ///   made anew; nil for those that the edits being told have asked for.
  /// - Returns: what is drawn again with it.
  @discardableResult
  final func display(
    _ update: ListUpdate, isNews: Bool = false, rebuilding rebuilt: Set<Int>? = nil
  ) -> [ListUpdate.Redraw] {
    var update = update
    let isDisplaying = batches.isDisplaying
    batches.isDisplaying = true
    snapshot = update.after
    carry(update, rebuilding: rebuilt ?? reloadedSections(of: update))
    update.redraws = (update.redraws + collectRedraws()).withoutRepetitions
    if isNews || !update.changes.isEmpty || !update.redraws.isEmpty { observers.send(update) }
    batches.isDisplaying = isDisplaying
    return update.redraws
  }

  /// The sections, by their positions after, that the edits being told have asked to be made anew.
  private func reloadedSections(of update: ListUpdate) -> Set<Int> {
    guard let marker = batches.marker, !update.changes.sectionUpdates.isEmpty else { return [] }
    return Set(
      update.changes.sectionUpdates.map(\.to).filter {
        update.after.sections[$0].isReloaded(by: marker)
      })
  }

  /// Tells what is no change: redraws, and that the source has another phase.
  private func tellRest() {
    guard batches.hasNews || batches.held.contains(where: \.isRedraw) else { return }
    let isNews = batches.hasNews
    (batches.isTelling, batches.hasNews) = (true, false)
    if isNews {
      let list = content.snapshot
      editedContent.apply(
        ListUpdate(before: list, after: list, changes: .unchanged(list)), tells: true)
    }
    // An excerpt tells by itself that there is another phase.
    display(unchanged([]), isNews: isNews && excerpt == nil)
    displayArrivals()
    batches.isTelling = false
  }

  private func unchanged(_ redraws: [ListUpdate.Redraw]) -> ListUpdate {
    ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot), redraws: redraws)
  }

  /// Asks renderers to measure and draw something again, as an emission wants it.
  final func redraw(_ redraw: ListUpdate.Redraw, for emission: Emission) {
    if batches.redraws != nil {
      batches.redraws?.append(redraw)
    } else if batches.isHolding {
      // Somebody has passed it on by hand.
      batches.held.append(HeldEmission(emission: emission, receiver: self))
    } else {
      batches.isTelling = true
      display(unchanged([redraw]))
      batches.isTelling = false
      settle()
    }
  }

  /// What waits to be drawn again, where it stands now.
  private func collectRedraws() -> [ListUpdate.Redraw] {
    guard batches.held.contains(where: \.isRedraw) else { return [] }
    let redraws = batches.held.filter(\.isRedraw)
    batches.held.removeAll(where: \.isRedraw)
    batches.redraws = []
    for held in redraws { held.deliver() }
    defer { batches.redraws = nil }
    return (batches.redraws ?? []).withoutRepetitions
  }

  /// Delivers what waits, in the order in which it was emitted; what comes up then waits in turn.
  private func deliverHeld() {
    guard !batches.isDelivering else { return }
    batches.isDelivering = true
    while !batches.held.isEmpty, !batches.isHolding {
      let held = batches.held
      batches.held = []
      for emission in held { emission.deliver() }
    }
    batches.isDelivering = false
  }
}

extension ListUpdate {
  /// The same with what is drawn again with it.
  fileprivate func redrawing(_ redraws: [Redraw]) -> ListUpdate {
    var update = self
    update.redraws = redraws
    return update
  }
}

extension [ListUpdate.Redraw] {
  /// The redraws in their order, each once.
  fileprivate var withoutRepetitions: Self {
    var seen: Set<ListUpdate.Redraw> = []
    return filter { seen.insert($0).inserted }
  }
}
