internal import MocoaLocalization
package import MocoaModel
internal import MocoaQuery

/// The expansion of all nodes of several levels, in short turns of the main loop.
extension TreeSource {
  /// The longest duration of one turn.
  private static let turn = Duration.milliseconds(5)

  /// The maximum number of nodes that one turn expands.
  private static let turnLimit = 256

  /// The maximum size in bytes of a node whose children are read in a turn.
  private static let turnSize = 1 << 18

  /// The maximum number of bytes that are read to expand the levels of a page that opens.
  private static let openingSize = 1 << 20

  /// The range and the depth of an expansion, and its progress.
  private struct LevelExpansion {
    /// The depths at which nodes are expanded.
    let depths: Range<Int>

    /// The depth of the node whose descendants are expanded, or -1 for all nodes.
    let scope: Int

    /// The row of the first node to examine.
    let start: Int

    /// The row of the next node to examine.
    var row: Int

    /// The number of rows that may still be added.
    var rest: Int

    /// A Boolean value that indicates whether a node was nested too deeply to be expanded.
    var isTooDeep = false
  }

  /// Expands the nodes of the first levels, and collapses the nodes below them.
  ///
  /// - Parameter count: The number of expanded levels; 0 collapses all nodes.
  package func expand(levels count: Int) {
    if isRebuilding { return }
    cancel()
    collapse(atDepth: count)
    guard count > 0 else { return }
    run(LevelExpansion(depths: 0..<count, scope: -1, start: 0, row: 0, rest: Self.rowLimit))
  }

  /// Collapses all nodes at the level of a node, or expands them if none is expanded.
  package func toggleLevel(of path: ItemPath) {
    if isRebuilding { return }
    cancel()
    guard let depth = depth(of: path) else { return }
    if collapse(atDepth: depth) { return }
    run(LevelExpansion(depths: depth..<depth + 1, scope: -1, start: 0, row: 0, rest: Self.rowLimit))
  }

  /// Expands a node and all its descendants.
  ///
  /// - Parameter isConfirmed: A Boolean value that indicates whether the number of rows is not
  ///   limited.
  package func expandAll(below path: ItemPath, isConfirmed: Bool) {
    if isRebuilding { return }
    cancel()
    guard let location = location(of: path) else { return }
    run(
      LevelExpansion(
        depths: 0..<Int.max, scope: location.level.header.depth, start: path.item,
        row: path.item,
        rest: isConfirmed ? .max : Self.rowLimit))
  }

  /// Expands whole levels while their rows fit, the top level first.
  ///
  /// - Parameter rows: The number of rows that the window has.
  package func expandLevels(fitting rows: Int) {
    guard let first = root, !isRebuilding else { return }
    var size = 0
    var frontier = Array(0..<min(first.records.count, rows)).map { [$0] }
    while let root, root.rowCount < rows, !frontier.isEmpty {
      var edits: [Edit] = []
      var added = 0
      for chain in frontier {
        let row = root.row(of: chain)
        let location = root.location(ofRow: row)
        guard let record = Self.container(at: location),
          record.bytes.range.count <= Self.turnSize, location.level.header.allowsExpansion
        else { continue }
        size += record.bytes.range.count
        if size > Self.openingSize { return }
        guard let edit = makeEdit(location, row, record) else { continue }
        added += edit.level?.rowCount ?? 0
        if root.rowCount + added > rows { return }
        edits.append(edit)
      }
      frontier = edits.flatMap { edit in
        (0..<(edit.level?.records.count ?? 0)).map { edit.location.chain + [$0] }
      }
      apply(edits)
    }
  }

  /// Expands the nodes that contain a value, and returns the path of the value.
  ///
  /// - Parameter pointer: The JSON pointer of the value, relative to the container of the records.
  /// - Returns: `nil` if the tree has no such value.
  package func reveal(_ pointer: String) -> ItemPath? {
    guard let tokens = JSONPointer(pointer)?.tokens, root != nil else { return nil }
    var chain: [Int] = []
    for (depth, token) in tokens.enumerated() {
      guard let root else { return nil }
      let level = chain.isEmpty ? root : root.location(ofRow: root.row(of: chain)).level
      let own = chain.isEmpty ? root : level.level(ofNode: chain.last ?? 0)
      guard let own, let index = Self.index(of: token, in: own) else { return nil }
      chain.append(index)
      let path = ItemPath(section: 0, item: root.row(of: chain))
      if depth + 1 == tokens.count { return path }
      if !isExpanded(path), !expand(path) { return nil }
    }
    return nil
  }

  private static func index(of token: String, in level: TreeLevel) -> Int? {
    guard level.records.count > 0, level.record(at: 0)?.name != nil else {
      return JSONPointer.position(token).flatMap { $0 < level.records.count ? $0 : nil }
    }
    return (0..<level.records.count).first { index in
      let (chunk, place) = level.records.locate(index)
      return (chunk as? RecordChunk)?.outline(ofEntry: place).name.map {
        $0.utf8.elementsEqual(token.utf8)
      } ?? false
    }
  }

  // MARK: - Turns

  /// Collapses the expanded nodes at a depth.
  ///
  /// - Returns: `false` if no node at the depth was expanded.
  @discardableResult
  private func collapse(atDepth depth: Int) -> Bool {
    guard let root else { return false }
    var edits: [Edit] = []
    func visit(_ level: TreeLevel, _ chain: [Int], _ start: Int) {
      var row = start
      for (place, expansion) in level.expansions.enumerated() {
        let former = place > 0 ? level.expansions[place - 1] : nil
        row += expansion.index - (former?.index ?? 0) + (former?.level.rowCount ?? 0)
        let own = chain + [expansion.index]
        if level.header.depth == depth {
          edits.append(
            Edit(row: row, location: TreeLevel.Location(level: level, chain: own), level: nil))
        } else {
          visit(expansion.level, own, row + 1)
        }
      }
    }
    visit(root, [], 0)
    apply(edits)
    return !edits.isEmpty
  }

  private func run(_ expansion: LevelExpansion) {
    let cancellation = CancellationToken()
    beginWork(cancellation, localized("expanding"))
    continueRun(expansion, cancellation)
  }

  private func continueRun(_ expansion: LevelExpansion, _ cancellation: CancellationToken) {
    guard isCurrent(cancellation) else { return }
    var expansion = expansion
    let step = advance(&expansion)
    let next = expansion
    switch step {
    case .more where expansion.rest > 0:
      MainActorScheduler.schedule { [weak self] in self?.continueRun(next, cancellation) }
    case .large(let record, let location):
      let isRunning = BackgroundThread.run {
        TreeLoader(cancellation: cancellation).children(of: record).records
      } completion: { [weak self] records in
        guard let self, isCurrent(cancellation) else { return }
        let edit = makeEdit(location, next.row, record, records)
        var expansion = next
        expansion.row += 1
        expansion.rest -= edit?.level?.rowCount ?? 0
        apply([edit].compactMap(\.self))
        continueRun(expansion, cancellation)
      }
      if !isRunning { finishRun(next, isComplete: true) }
    case .more: finishRun(next, isComplete: false)
    case .end: finishRun(next, isComplete: true)
    }
  }

  private func finishRun(_ expansion: LevelExpansion, isComplete: Bool) {
    let text = expansion.isTooDeep ? Self.depthText : ""
    endWork(
      isComplete
        ? text : localized("stopped after \(Self.rowLimit) rows"), isAtRowLimit: !isComplete)
    notifyPhase()
  }

  /// The result of one turn.
  private enum Turn {
    /// All nodes were examined.
    case end

    /// Further nodes follow.
    case more

    /// The next node is too large to be read in a turn.
    case large(Record, TreeLevel.Location)
  }

  /// Expands nodes for one turn.
  private func advance(_ expansion: inout LevelExpansion) -> Turn {
    guard let root else { return .end }
    let time = ContinuousClock.now
    var edits: [Edit] = []
    var row = expansion.row
    var result = Turn.more
    while edits.count < Self.turnLimit, expansion.rest > 0, ContinuousClock.now - time < Self.turn {
      guard row < root.rowCount else {
        result = .end
        break
      }
      let location = root.location(ofRow: row)
      let depth = location.level.header.depth
      if row != expansion.start, depth <= expansion.scope {
        result = .end
        break
      }
      let isContained = expansion.depths.contains(depth)
      if isContained, !location.level.header.allowsExpansion {
        if location.level.container(at: location.index) != nil { expansion.isTooDeep = true }
      } else if isContained, let record = Self.container(at: location) {
        if record.bytes.range.count > Self.turnSize {
          result = .large(record, location)
          break
        }
        if let edit = makeEdit(location, row, record) {
          edits.append(edit)
          expansion.rest -= edit.level?.rowCount ?? 0
        }
      }
      row += 1
    }
    // The children of the first expanded node are the next to examine.
    expansion.row = edits.first.map { $0.row + 1 } ?? row
    if edits.isEmpty { return result }
    apply(edits)
    return .more
  }

  /// Returns the record of a collapsed node that is an array or an object.
  private static func container(at location: TreeLevel.Location) -> Record? {
    let (level, index) = (location.level, location.index)
    guard level.container(at: index) != nil, level.level(ofNode: index) == nil,
      let record = level.record(at: index), record.isJSON, record.container != nil
    else { return nil }
    return record
  }

  /// Returns the edit that expands a node, or `nil` if the node has no children.
  private func makeEdit(
    _ location: TreeLevel.Location, _ row: Int, _ record: Record, _ read: ElementSequence? = nil
  ) -> Edit? {
    let records =
      read ?? TreeLoader(cancellation: CancellationToken()).children(of: record).records
    guard records.count > 0 else { return nil }
    let level = makeLevel(records, of: record, in: location.level, at: location.index)
    return Edit(row: row, location: location, level: level)
  }
}
