public import MocoaModel

/// Excerpts: some of the items of the list, maybe in an order of their own.
///
/// `content` is the list with all its edits. An excerpt of it is only displayed. `snapshot`,
/// `selection`, `cell(at:)` and `observe(_:)` refer to what is displayed. Edits, and the `path` of a
/// cell, refer to the content.
extension ListViewModel {
  /// Displays an excerpt of `content` from now on; items that are in both stay.
  public final func follow(_ excerpt: any ListExcerpt) {
    precondition(excerpt.whole === content, "the excerpt is not one of the content of this list")
    self.excerpt = excerpt
    excerptToken = excerpt.observe { [weak self] in self?.receive($0) }
    // Those of an excerpt before it may still wait.
    let before = batches.arrivals.last?.update.after ?? snapshot
    receive(
      ListUpdate(
        before: before, after: excerpt.snapshot,
        changes: ChangeSet(from: before, to: excerpt.snapshot)))
  }

  /// Returns where an item that is displayed stands in the content; nil where it is not there any
  /// more.
  public final func contentPath(of path: ItemPath) -> ItemPath? {
    guard let excerpt else { return path }
    var place: ItemPath? = path
    for arrival in batches.arrivals { place = place.flatMap(arrival.positions.newPosition) }
    return place.flatMap(excerpt.wholePosition)
  }

  /// Returns where a section that is displayed stands in the content; nil for a group, and where it
  /// is not there any more.
  final func contentPosition(ofSection position: Int) -> Int? {
    guard let excerpt else { return position }
    var place: Int? = position
    for arrival in batches.arrivals {
      place = place.flatMap { arrival.positions.newPosition(ofSection: $0) }
    }
    return place.flatMap(excerpt.wholePosition(ofSection:))
  }

  /// Displays a change of the excerpt, at once unless a batch or another display is under way.
  private func receive(_ update: ListUpdate) {
    batches.arrivals.append(Batches.Arrival(update))
    guard batches.savepoints.isEmpty, !batches.isDisplaying else { return }
    let isTelling = batches.isTelling
    batches.isTelling = true
    displayArrivals()
    batches.isTelling = isTelling
    settle()
  }

  /// Displays the changes of the excerpt that wait, one after the other.
  final func displayArrivals() {
    while !batches.arrivals.isEmpty {
      display(batches.arrivals.removeFirst().update, isNews: true)
    }
  }

  /// Displays what an excerpt does not see by comparing: items and sections that are equal, and were
  /// asked to be made anew or taken as changed.
  ///
  /// - Complexity: O(changes + view models made × log parts).
  final func displayWishes(of update: ListUpdate) {
    var changes = ChangeSet.unchanged(snapshot)
    let reloads = Set(update.changes.reloads)
    let origins = Dictionary(
      update.changes.updates.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
    let marked = Set(
      update.changes.sectionUpdates.filter {
        update.before.sections[$0.from].hasEqualEnds(update.after.sections[$0.to])
      }.map(\.to))
    guard
      !reloads.isEmpty || !origins.isEmpty || !marked.isEmpty || !update.redraws.isEmpty
    else { return }
    var rebuilt: Set<Int> = []
    for (position, section) in sections {
      if let place = contentPosition(ofSection: position), marked.contains(place) {
        changes.sectionUpdates.append(.init(from: position, to: position))
        if let marker = batches.marker, update.after.sections[place].isReloaded(by: marker) {
          rebuilt.insert(position)
        }
      }
      for (_, cell) in section.cells {
        guard let path = cell.shownPath, let place = contentPath(of: path) else { continue }
        if reloads.contains(place) {
          changes.reloads.append(path)
        } else if let origin = origins[place],
          update.before.element(at: origin).isContentEqual(to: update.after.element(at: place))
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
        // Where something stands in the excerpt is not looked for to draw it again.
        redraws: update.redraws.isEmpty ? [] : snapshot.sections.indices.map { .section($0) },
        context: update.context),
      rebuilding: rebuilt)
  }
}

extension SectionSnapshot {
  /// Whether the section was asked to be made anew by the edits of a marker.
  func isReloaded(by marker: EditMarker) -> Bool {
    mark.map { $0.marker === marker && $0.wish == .reload } ?? false
  }
}
