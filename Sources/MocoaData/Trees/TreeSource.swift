internal import MocoaLocalization
package import MocoaModel
internal import MocoaQuery

/// A list of records that can also be shown as a tree, whose nodes expand in place.
///
/// Without the tree, the list is the list of the base source. Only the levels of expanded nodes are
/// read, and a node is parsed when it is displayed.
@MainActor
package final class TreeSource: ListSource {
  /// The list of the records.
  package let base: any ListSource

  package private(set) var snapshot: ListSnapshot

  /// The top level of the tree, or `nil` while the records are shown as a list.
  private(set) var root: TreeLevel?

  /// The steps that lead to the container of the records.
  private let steps: [PathStep]

  /// A Boolean value that indicates whether a record has an identity other than its index.
  private let hasIdentities: Bool
  private let measure: TreeLevelHeader.Measure

  private let observers = Observers<ListUpdate>()
  private var token: ObservationToken?

  /// The work that is done in turns or on a background thread, or `nil`.
  private var work: CancellationToken?

  /// The update of the tree after a change of the records that is in progress on a background
  /// thread, or `nil`.
  ///
  /// Until it ends, nodes are neither expanded nor collapsed.
  private var rebuilding: CancellationToken?

  /// The text that describes the work or its outcome.
  private var workText = ""

  /// A text that describes the work that is in progress, or the outcome of the last work.
  package var statusText: String { isRebuilding ? localized("updating the tree") : workText }

  /// A Boolean value that indicates whether the tree is updated on a background thread.
  var isRebuilding: Bool { rebuilding != nil }

  /// The status text for nodes that are nested too deeply to be expanded.
  static var depthText: String { localized("nested deeper than 1,024 levels") }

  /// A Boolean value that indicates whether the last expansion has stopped at the maximum number of
  /// rows.
  package private(set) var isAtRowLimit = false

  /// The minimum size in bytes of a container that is read on a background thread.
  private static let largeSize = 1 << 18

  /// The maximum number of rows that one command adds to the tree before the user confirms more.
  package static let rowLimit = 10_000

  /// Creates a source that shows the records as a list.
  ///
  /// - Parameters:
  ///   - base: The records, in one section.
  ///   - pointer: The JSON pointer of the container of the records.
  ///   - hasIdentities: A Boolean value that indicates whether a field identifies the records.
  ///   - measure: A closure that returns the width of a text in columns.
  package init(
    _ base: any ListSource, at pointer: String, hasIdentities: Bool,
    measure: @escaping @Sendable (String) -> Int
  ) {
    (self.base, self.hasIdentities, self.measure) = (base, hasIdentities, measure)
    steps = [PathStep](tokens: JSONPointer(pointer)?.tokens ?? [])
    snapshot = base.snapshot
    token = base.observe { [weak self] in self?.receive($0) }
  }

  isolated deinit {
    work?.cancel()
    rebuilding?.cancel()
  }

  package var phase: ListPhase {
    isWorking ? .loading(fraction: nil) : base.phase
  }

  package var emptyMessage: String? { base.emptyMessage }

  /// A Boolean value that indicates whether children are read on a background thread.
  private var isWorking = false

  /// The identity of the node whose children are read on a background thread.
  private var workID: ItemID?

  package func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  // MARK: - Appearance

  /// A Boolean value that indicates whether the records are shown as a tree.
  package var isTree: Bool { root != nil }

  /// A Boolean value that indicates whether the records are JSON values, which a tree can show.
  package var canShowTree: Bool { firstRecord?.isJSON == true }

  /// A Boolean value that indicates whether the records are the members of an object.
  package var isObject: Bool { firstRecord?.name != nil }

  private var firstRecord: Record? {
    base.snapshot.firstPath.flatMap { base.snapshot.element(at: $0) as? Record }
  }

  /// Shows the records as a tree or as a list.
  package func showTree(_ isTree: Bool) {
    guard isTree != self.isTree else { return }
    cancel()
    rebuilding?.cancel()
    rebuilding = nil
    root = isTree ? makeRoot(records(of: base.snapshot)) : nil
    let after = root.map(snapshot) ?? base.snapshot
    publish(after, .replacingItems(ofSection: 0, of: snapshot, with: after), isUserChange: true)
  }

  private func records(of snapshot: ListSnapshot) -> ElementSequence {
    snapshot.sections.first?.items ?? ElementSequence()
  }

  private func snapshot(of root: TreeLevel) -> ListSnapshot {
    var list = base.snapshot
    if !list.sections.isEmpty { list.sections[0].items = root.rows(of: 0..<root.records.count) }
    return list
  }

  private func makeRoot(_ records: ElementSequence) -> TreeLevel {
    let isObject = (records.count > 0 ? records.element(at: 0) as? Record : nil)?.name != nil
    return TreeLevel(
      TreeLevelHeader(
        depth: 0, steps: steps, seed: 0, usesRecordIdentity: isObject || hasIdentities, records,
        measure), records)
  }

  private func publish(_ after: ListSnapshot, _ changes: ChangeSet, isUserChange: Bool) {
    let before = snapshot
    snapshot = after
    observers.notify(
      ListUpdate(
        before: before, after: after, changes: changes,
        context: isUserChange ? QueryChange() : nil))
  }

  // MARK: - Nodes

  /// Returns the level of a node, from 0, or `nil` if the path is not that of a node.
  package func depth(of path: ItemPath) -> Int? {
    guard let root, snapshot.contains(path) else { return nil }
    return root.location(ofRow: path.item).level.header.depth
  }

  /// Returns the path of the parent of a node, or `nil` for a node of the top level.
  package func parent(of path: ItemPath) -> ItemPath? {
    guard let root, snapshot.contains(path) else { return nil }
    let chain = root.location(ofRow: path.item).chain
    guard chain.count > 1 else { return nil }
    return ItemPath(section: path.section, item: root.row(of: chain.dropLast()))
  }

  /// Returns the index of the record that contains a node.
  package func recordIndex(ofNode path: ItemPath) -> Int {
    location(of: path)?.chain.first ?? path.item
  }

  /// Returns `true` if the children of a node are visible.
  package func isExpanded(_ path: ItemPath) -> Bool {
    guard let location = location(of: path) else { return false }
    return location.level.level(ofNode: location.index) != nil
  }

  func location(of path: ItemPath) -> TreeLevel.Location? {
    guard let root, snapshot.contains(path) else { return nil }
    return root.location(ofRow: path.item)
  }

  /// Expands a node.
  ///
  /// The children of a large node are read on a background thread, and appear when all are read.
  /// A node is not expanded while the tree is updated, or if it is nested too deeply. The status
  /// text then contains the reason.
  ///
  /// - Returns: `false` if the node has no children.
  package func expand(_ path: ItemPath) -> Bool {
    guard let location = location(of: path), let record = location.level.record(at: location.index),
      record.isJSON, record.container != nil, !isExpanded(path)
    else { return false }
    if isRebuilding || isWorking && workID == snapshot.id(at: path) { return true }
    cancel()
    guard location.level.header.allowsExpansion else {
      workText = Self.depthText
      notifyPhase()
      return true
    }
    if record.bytes.range.count > Self.largeSize {
      loadLater(record, at: path)
      return true
    }
    let (records, failure) = TreeLoader(cancellation: CancellationToken()).children(of: record)
    return show(records, failure, at: path)
  }

  private func show(_ records: ElementSequence, _ failure: SourceError?, at path: ItemPath) -> Bool
  {
    workText = failure.map { "✗ \($0)" } ?? ""
    guard records.count > 0, let location = location(of: path),
      let record = location.level.record(at: location.index)
    else { return false }
    let level = makeLevel(records, of: record, in: location.level, at: location.index)
    apply([Edit(row: path.item, location: location, level: level)])
    return true
  }

  /// Creates the level of the children of a node.
  func makeLevel(
    _ records: ElementSequence, of record: Record, in parent: TreeLevel, at index: Int
  ) -> TreeLevel {
    Self.makeLevel(records, of: record, in: parent, at: index, measure)
  }

  nonisolated private static func makeLevel(
    _ records: ElementSequence, of record: Record, in parent: TreeLevel, at index: Int,
    _ measure: TreeLevelHeader.Measure
  ) -> TreeLevel {
    TreeLevel(
      TreeLevelHeader(
        depth: parent.header.depth + 1,
        steps: parent.header.steps + [parent.header.step(to: record, at: index)],
        seed: parent.header.id(parent.records.id(at: index), at: index),
        usesRecordIdentity: record.container == .object, records, measure), records)
  }

  private func loadLater(_ record: Record, at path: ItemPath) {
    let cancellation = CancellationToken()
    let id = snapshot.id(at: path)
    let isRunning = BackgroundThread.run {
      TreeLoader(cancellation: cancellation).children(of: record)
    } completion: { [weak self] records, failure in
      guard let self, work === cancellation else { return }
      endWork()
      // A change of the list cancels the work, so the node still has its path.
      guard snapshot.contains(path), snapshot.id(at: path) == id else { return }
      _ = show(records, failure, at: path)
    }
    guard isRunning else { return }
    beginWork(cancellation, localized("reading the node"))
    (isWorking, workID) = (true, id)
    notifyPhase()
  }

  /// Collapses a node.
  ///
  /// - Returns: `false` if the node is not expanded.
  package func collapse(_ path: ItemPath) -> Bool {
    guard let location = location(of: path), location.level.level(ofNode: location.index) != nil
    else { return false }
    if isRebuilding { return true }
    cancel()
    apply([Edit(row: path.item, location: location, level: nil)])
    return true
  }

  // MARK: - Edits

  /// A node to expand with a level, or to collapse if the level is `nil`.
  struct Edit {
    let row: Int
    let location: TreeLevel.Location
    let level: TreeLevel?
  }

  /// Expands and collapses nodes in one update.
  ///
  /// - Parameter edits: The edits, in ascending order. No edited node contains another one.
  func apply(_ edits: [Edit]) {
    guard let root, !edits.isEmpty, !snapshot.sections.isEmpty else { return }
    var after = snapshot
    var items = snapshot.sections[0].items
    for edit in edits.reversed() {
      let (location, row) = (edit.location, edit.row)
      let former = location.level.level(ofNode: location.index)?.rowCount ?? 0
      items =
        items.slice(0..<row)
        + location.level.row(ofNode: location.index, expanded: edit.level)
        + (edit.level.map { $0.rows(of: 0..<$0.records.count) } ?? ElementSequence())
        + items.slice((row + 1 + former)..<items.count)
    }
    after.sections[0].items = items
    let replacements = edits.map {
      TreeLevel.Replacement(chain: $0.location.chain, level: $0.level)
    }
    self.root = root.replacing(replacements[...])
    publish(after, changes(of: edits, after), isUserChange: true)
  }

  private func changes(of edits: [Edit], _ after: ListSnapshot) -> ChangeSet {
    var changes = ChangeSet(countsBefore: snapshot.itemCounts, countsAfter: after.itemCounts)
    var shift = 0
    for edit in edits {
      let former = edit.location.level.level(ofNode: edit.location.index)?.rowCount ?? 0
      let from = ItemPath(section: 0, item: edit.row)
      let to = ItemPath(section: 0, item: edit.row + shift)
      changes.updates.append(.init(from: from, to: to))
      if former > 0 {
        changes.deletions.append(
          .init(section: 0, range: (edit.row + 1)..<(edit.row + 1 + former)))
      }
      if let level = edit.level {
        changes.insertions.append(
          .init(section: 0, range: (to.item + 1)..<(to.item + 1 + level.rowCount)))
      }
      shift += (edit.level?.rowCount ?? 0) - former
    }
    return changes
  }

  // MARK: - Work

  /// Begins work that replaces all other work.
  func beginWork(_ cancellation: CancellationToken, _ text: String) {
    work?.cancel()
    (work, workText, isAtRowLimit) = (cancellation, text, false)
  }

  func endWork(_ text: String = "", isAtRowLimit: Bool = false) {
    let wasWorking = isWorking
    (work, isWorking, workText) = (nil, false, text)
    self.isAtRowLimit = isAtRowLimit
    if wasWorking { notifyPhase() }
  }

  /// Returns `true` if work was not canceled or replaced.
  func isCurrent(_ cancellation: CancellationToken) -> Bool { work === cancellation }

  /// Notifies the observers of a change of the phase or of the status text.
  func notifyPhase() {
    observers.notify(
      ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
  }

  /// Cancels the work, but not an update of the tree after a change of the records.
  ///
  /// - Returns: `false` if no work was in progress.
  @discardableResult
  package func cancel() -> Bool {
    guard let work else {
      (workText, isAtRowLimit) = ("", false)
      return false
    }
    work.cancel()
    endWork()
    return true
  }

  // MARK: - Changes of the records

  private func receive(_ update: ListUpdate) {
    guard let root else {
      snapshot = update.after
      return observers.notify(update)
    }
    if update.changes.isEmpty { return notifyPhase() }
    guard update.changes.isAppend else { return rebuild(from: root) }
    // The update in progress appends the new records when it ends.
    if !isRebuilding { append(to: root) }
  }

  /// Appends the records that follow those of the tree.
  private func append(to root: TreeLevel) {
    let records = records(of: base.snapshot)
    guard root.records.count >= TreeLevelHeader.sampleLimit, records.count >= root.records.count,
      !snapshot.sections.isEmpty
    else { return rebuild(from: root) }
    let count = root.records.count
    let new = TreeLevel(root.header, records, root.expansions)
    var after = snapshot
    after.sections[0].items = after.sections[0].items + new.rows(of: count..<records.count)
    self.root = new
    publish(
      after, .appending(records.count - count, toSection: 0, of: snapshot), isUserChange: false)
  }

  /// Replaces the records, and expands the nodes that were expanded before.
  ///
  /// Large levels are read on a background thread. Until then, the former nodes stay.
  private func rebuild(from old: TreeLevel) {
    cancel()
    rebuilding?.cancel()
    rebuilding = nil
    let records = records(of: base.snapshot)
    let (new, before, list, measure) = (makeRoot(records), snapshot, base.snapshot, measure)
    let cancellation = CancellationToken()
    let build: @Sendable () -> (TreeLevel, ListUpdate) = {
      let root = Self.expanding(new, like: old, measure, cancellation)
      var after = list
      if !after.sections.isEmpty { after.sections[0].items = root.rows(of: 0..<root.records.count) }
      return (
        root,
        ListUpdate(before: before, after: after, changes: ChangeSet(from: before, to: after))
      )
    }
    if old.rowCount <= Self.rowLimit, records.count <= Self.rowLimit,
      Self.expandedSize(old) <= Self.largeSize
    {
      let (root, update) = build()
      self.root = root
      return publish(update.after, update.changes, isUserChange: false)
    }
    let isRunning = BackgroundThread.run(build) { [weak self] root, update in
      guard let self, rebuilding === cancellation else { return }
      rebuilding = nil
      self.root = root
      publish(update.after, update.changes, isUserChange: false)
      // Until now, records were at most appended. Other changes restart the update.
      if self.root === root, self.records(of: base.snapshot).count != root.records.count {
        append(to: root)
      }
    }
    guard isRunning else {
      // Without a thread, all nodes are collapsed.
      root = new
      let after = snapshot(of: new)
      return publish(after, .replacing(before, with: after), isUserChange: false)
    }
    rebuilding = cancellation
    notifyPhase()
  }

  /// Returns the number of bytes of the outermost expanded nodes.
  private static func expandedSize(_ level: TreeLevel) -> Int {
    level.expansions.reduce(0) { size, expansion in
      size + level.size(at: expansion.index)
    }
  }

  /// Returns a level in which the nodes are expanded that are expanded in a former level.
  ///
  /// A member is found by its name, and an element by its index or its identity.
  nonisolated private static func expanding(
    _ new: TreeLevel, like old: TreeLevel, _ measure: TreeLevelHeader.Measure,
    _ cancellation: CancellationToken
  ) -> TreeLevel {
    var expansions: [TreeLevel.Expansion] = []
    let indices = indices(ofNodes: old.expansions.map(\.index), of: old, in: new)
    for (former, index) in zip(old.expansions, indices) {
      guard let index, !cancellation.isCancelled, let record = new.record(at: index),
        record.isJSON, record.container != nil
      else { continue }
      let (records, _) = TreeLoader(cancellation: cancellation).children(of: record)
      guard records.count > 0 else { continue }
      let level = makeLevel(records, of: record, in: new, at: index, measure)
      expansions.append(
        .init(index: index, level: expanding(level, like: former.level, measure, cancellation)))
    }
    expansions.sort { $0.index < $1.index }
    return TreeLevel(new.header, new.records, expansions)
  }

  /// Returns the indexes in a new level of some nodes of a former level, or `nil` for nodes that
  /// the new level does not have.
  nonisolated private static func indices(
    ofNodes old: [Int], of former: TreeLevel, in new: TreeLevel
  ) -> [Int?] {
    guard new.header.usesRecordIdentity, former.header.usesRecordIdentity else {
      return old.map { $0 < new.records.count ? $0 : nil }
    }
    let ids = old.map { former.records.id(at: $0) }
    // Most nodes keep their index.
    if zip(old, ids).allSatisfy({ $0 < new.records.count && new.records.id(at: $0) == $1 }) {
      return old
    }
    var found: [ItemID: Int] = [:]
    let wanted = Set(ids)
    for index in 0..<new.records.count where found.count < wanted.count {
      let id = new.records.id(at: index)
      if wanted.contains(id), found[id] == nil { found[id] = index }
    }
    var used: Set<Int> = []
    return ids.map { id in
      guard let index = found[id], used.insert(index).inserted else { return nil }
      return index
    }
  }
}
