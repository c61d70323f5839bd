public import MocoaModel

/// Derived lists: a filtered, sorted or grouped view of the items of the list.
///
/// `content` is the list with all edits. A derived list changes only what is displayed: `snapshot`,
/// `selection`, `cell(at:)` and `observe(_:)` refer to the displayed list. Edits, and the `path` of
/// a cell, refer to the content.
extension ListViewModel {
  /// Displays a derived list of `content`.
  ///
  /// Items that are in both lists keep their view models.
  ///
  /// - Precondition: `content` is the base of the derived list.
  public final func setSource(_ list: any DerivedListSource) {
    precondition(
      list.base === content, "the list is not derived from the content")
    self.derivedList = list
    derivedListToken = list.observe { [weak self] in self?.receive($0) }
    // Changes of the previous derived list may still be deferred.
    let before = batches.arrivals.last?.update.after ?? snapshot
    receive(
      ListUpdate(
        before: before, after: list.snapshot,
        changes: ChangeSet(from: before, to: list.snapshot)))
  }

  /// Returns the content path of a displayed item, or `nil` if the item is no longer in the
  /// content.
  public final func contentPath(of path: ItemPath) -> ItemPath? {
    guard let derivedList else { return path }
    var current: ItemPath? = path
    for arrival in batches.arrivals { current = current.flatMap(arrival.positions.newPath) }
    return current.flatMap(derivedList.basePath)
  }

  /// Returns the path in the displayed list of an item of the content, or `nil` if the item is not
  /// displayed.
  ///
  /// - Complexity: O(log p), where p is the number of parts of the derived list; O(n) if it is
  ///   sorted or grouped.
  package final func displayedPath(ofContentPath path: ItemPath) -> ItemPath? {
    guard let derivedList else { return snapshot.contains(path) ? path : nil }
    var current = derivedList.visiblePath(forBasePath: path)
    for arrival in batches.arrivals.reversed() {
      current = current.flatMap(arrival.positions.oldPath)
    }
    return current
  }

  /// Returns the content paths of displayed items.
  ///
  /// Items that are no longer in the content are omitted.
  package final func contentItems(of items: ItemRanges) -> ItemRanges {
    guard let derivedList else { return items }
    var items = items
    for arrival in batches.arrivals { items.remap(through: arrival.positions) }
    return derivedList.baseItems(for: items)
  }

  /// Returns those of some items of the content that are displayed, with their paths in the
  /// displayed list.
  package final func displayedItems(ofContentItems items: ItemRanges) -> ItemRanges {
    guard let derivedList else { return items }
    var items = derivedList.visibleItems(forBaseItems: items)
    for arrival in batches.arrivals.reversed() {
      items.remap(through: arrival.positions.inverse)
    }
    return items
  }

  /// Returns the content index of a displayed section.
  ///
  /// The result is `nil` for a group, or if the section is no longer in the content.
  final func contentPosition(ofSection position: Int) -> Int? {
    guard let derivedList else { return position }
    var index: Int? = position
    for arrival in batches.arrivals {
      index = index.flatMap { arrival.positions.newIndex(ofSection: $0) }
    }
    return index.flatMap(derivedList.baseIndex(ofSection:))
  }

  /// Displays a change of the derived list.
  ///
  /// During a batch or while another change is displayed, it is deferred.
  private func receive(_ update: ListUpdate) {
    batches.arrivals.append(Batches.Arrival(update))
    guard batches.savepoints.isEmpty, !batches.isDisplaying else { return }
    let wasNotifying = batches.isNotifying
    batches.isNotifying = true
    displayArrivals()
    batches.isNotifying = wasNotifying
    flushUpdates()
  }

  /// Displays the deferred changes of the derived list, the oldest first.
  final func displayArrivals() {
    while !batches.arrivals.isEmpty {
      display(batches.arrivals.removeFirst().update, notifiesAlways: true)
    }
  }

  /// Displays reloads, reconfigurations and redraws of elements whose content is equal.
  ///
  /// The derived list does not report these changes, because it compares the content.
  ///
  /// - Complexity: O(*changes* + *existing view models* × log *chunks*).
  final func displayRequests(of update: ListUpdate) {
    var changes = ChangeSet.unchanged(snapshot)
    let reloads = Set(update.changes.reloads)
    let origins = Dictionary(
      update.changes.updates.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
    let marked = Set(
      update.changes.sectionUpdates.filter {
        update.before.sections[$0.from].hasEqualBoundaries(as: update.after.sections[$0.to])
      }.map(\.to))
    guard
      !reloads.isEmpty || !origins.isEmpty || !marked.isEmpty || !update.redraws.isEmpty
    else { return }
    var rebuilt: Set<Int> = []
    for (position, section) in sections {
      if let index = contentPosition(ofSection: position), marked.contains(index) {
        changes.sectionUpdates.append(.init(from: position, to: position))
        if let marker = batches.marker, update.after.sections[index].isReloaded(by: marker) {
          rebuilt.insert(position)
        }
      }
      for (_, cell) in section.cells {
        guard let path = cell.shownPath, let contentPath = contentPath(of: path) else { continue }
        if reloads.contains(contentPath) {
          changes.reloads.append(path)
        } else if let origin = origins[contentPath],
          update.before.element(at: origin).isContentEqual(
            to: update.after.element(at: contentPath))
        {
          changes.updates.append(.init(from: path, to: path))
        }
      }
    }
    changes.sectionUpdates.sort { $0.to < $1.to }
    changes.reloads.sort()
    changes.updates.sort { $0.to < $1.to }
    display(
      ListUpdate(
        before: snapshot, after: snapshot, changes: changes,
        // All displayed sections are drawn again, because a search for the path of each redraw in
        // the derived list would cost more.
        redraws: update.redraws.isEmpty ? [] : snapshot.sections.indices.map { .section($0) },
        context: update.context),
      rebuilding: rebuilt)
  }
}

extension SectionSnapshot {
  /// Returns `true` if an edit with a token requested a reload of the section.
  func isReloaded(by marker: EditToken) -> Bool {
    mark.map { $0.token === marker && $0.request == .reload } ?? false
  }
}
