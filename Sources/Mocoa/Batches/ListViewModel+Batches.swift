public import MocoaModel

extension ListViewModel {
  /// The most recently requested content.
  ///
  /// The indexes and paths of edits and batches refer to it.
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
  /// derived list is notified. The results of a long list are displayed later.
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
    let isNews = target.revision != revision
    if isNews, let context { target.context = context }
    endBatch(update, hasChanges: isNews)
    return update
  }

  private func endBatch(_ update: BatchUpdate, hasChanges isNews: Bool) {
    guard batches.savepoints.isEmpty else { return }
    batches.update = nil
    if isNews { target.updates.append(update) }
    flushUpdates()
    if !isNews { update.finish(nil) }
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
