internal import MocoaModel

extension ListViewModel {
  /// How often a computation is started again for something newer before it is done at once: a list
  /// that never rests is to be shown too.
  static let restartLimit = 32

  /// Shows what was asked for, as far as the difference is known, and delivers what waited.
  final func settle() {
    guard !batches.isHolding else { return }
    repeat {
      while !target.isShown, target.revision != batches.computation?.revision { compare() }
      tellRest()
    } while !target.isShown && target.revision != batches.computation?.revision
    deliverHeld()
  }

  private func compare() {
    if let computation = batches.computation {
      computation.supersede()
      batches.computation = nil
      batches.restarts += 1
      tell(.superseded)
    }
    if target.isReloaded { return show(.replacing(snapshot, with: target.snapshot), .reload) }
    if let changes = target.sourceChanges { return show(changes, .source) }
    let comparison = SnapshotComparison(from: snapshot, to: target.snapshot)
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

  /// Shows the list that was asked for.
  private func show(_ changes: ChangeSet, _ way: BatchActivity.Way) {
    var update = ListUpdate(
      before: snapshot, after: target.snapshot, changes: changes, redraws: target.redraws,
      context: target.context)
    let rebuilt = changes.sectionUpdates.map(\.to).filter {
      target.snapshot.sections[$0].mark?.isReload(by: target.marker) ?? false
    }
    let waiting = target.updates
    batches.restarts = 0
    batches.isTelling = true
    snapshot = target.snapshot
    target.didShow()
    carry(update, rebuilding: Set(rebuilt))
    update.redraws += collectRedraws()
    let isNews = !changes.isEmpty || !update.redraws.isEmpty || batches.hasNews
    batches.hasNews = false
    if isNews { observers.send(update) }
    batches.isTelling = false
    if !changes.isEmpty || !waiting.isEmpty { tell(.shown(.init(changes), by: way)) }
    for handle in waiting {
      handle.finish(changes.isEmpty && update.redraws.isEmpty ? nil : update)
    }
  }

  /// Tells what is no change: redraws, and that the source has another phase.
  private func tellRest() {
    batches.isTelling = true
    let redraws = collectRedraws()
    if batches.hasNews || !redraws.isEmpty {
      batches.hasNews = false
      observers.send(unchanged(redraws))
    }
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
      observers.send(unchanged([redraw]))
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
    return batches.redraws ?? []
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

extension EditMark {
  fileprivate func isReload(by marker: EditMarker) -> Bool {
    self.marker === marker && wish == .reload
  }
}
