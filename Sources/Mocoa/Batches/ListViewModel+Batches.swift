public import MocoaModel

extension ListViewModel {
  /// The content that was asked for last: what edits and batches refer to by position.
  ///
  /// It is `content`, except inside a batch and while a large difference is computed.
  public final var targetSnapshot: ListSnapshot { target.snapshot }

  /// Performs edits, and shows what came of all of them as one update.
  ///
  /// The body runs now. Batches inside of it, those of sections too, join it. Where comparing the
  /// lists before and after is little work, everything is done when this returns: the tree of view
  /// models is changed and renderers were told. Else the difference is computed meanwhile, and what
  /// is asked for until it is known becomes part of it. Called while an update is told, the batch
  /// follows that update.
  ///
  /// Where an excerpt is displayed, an update is finished when the content has changed and the
  /// excerpt was told; the excerpt of a long list is displayed a moment later.
  ///
  /// What view models emit during the batch is delivered after it, in order.
  ///
  /// - Parameter context: goes with the update; the newest of several counts.
  /// - Throws: what the body throws. What it had asked for is forgotten, changes of the source
  ///   excepted; a body inside of another's takes back its own edits only.
  @discardableResult
  public final func performBatchUpdates(
    context: (any Sendable)? = nil, _ body: () throws -> Void
  ) rethrows -> BatchUpdate {
    let update = batches.update ?? BatchUpdate()
    batches.update = update
    let revision = target.revision
    if batches.savepoints.isEmpty { tell(.began) }
    batches.savepoints.append(target)
    do {
      try body()
    } catch {
      target = batches.savepoints.removeLast()
      if batches.savepoints.isEmpty { tell(.takenBack) }
      endBatch(update, isNews: false)
      throw error
    }
    batches.savepoints.removeLast()
    if batches.savepoints.isEmpty { tell(.ended) }
    let isNews = target.revision != revision
    if isNews, let context { target.context = context }
    endBatch(update, isNews: isNews)
    return update
  }

  private func endBatch(_ update: BatchUpdate, isNews: Bool) {
    guard batches.savepoints.isEmpty else { return }
    batches.update = nil
    if isNews { target.updates.append(update) }
    settle()
    if !isNews { update.finish(nil) }
  }

  /// Performs one edit, as a batch of its own outside of one.
  final func edit(_ perform: ListEdit) throws(ListEditError) -> BatchUpdate {
    try target.edit(perform)
    return didAsk()
  }

  /// Replaces the list.
  final func replace(with list: ListSnapshot) -> BatchUpdate {
    target.replace(with: list)
    return didAsk()
  }

  /// Makes the view models of the whole list anew, in one update in which every section is new.
  @discardableResult
  public final func reload() -> BatchUpdate {
    target.reload()
    return didAsk()
  }

  /// Shows an edit that is no part of a batch.
  private func didAsk() -> BatchUpdate {
    if let update = batches.update { return update }
    let update = BatchUpdate()
    target.updates.append(update)
    settle()
    return update
  }

  /// Takes over a change of the source.
  final func follow(_ update: ListUpdate) {
    // A phase is told at once, whatever is being computed, and takes back no edit.
    batches.hasNews = true
    if !update.changes.isEmpty || target.isFollowing {
      target.follow(update)
    }
    // What a batch asked for may be taken back, what the source has become is so all the same.
    for index in batches.savepoints.indices
    where !update.changes.isEmpty || batches.savepoints[index].isFollowing {
      batches.savepoints[index].follow(update)
    }
    settle()
  }
}
