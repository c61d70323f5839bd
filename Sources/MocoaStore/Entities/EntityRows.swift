internal import MocoaModel

/// The rows of a list during an edit, with the interface of an array.
///
/// If `move`, `swapAt`, `sort`, `reverse`, `shuffle` or `partition` moves a row, only the order of
/// the list changes, not the entity. A value that is assigned or inserted is written to the store,
/// even if it was read from a row before.
///
/// - Complexity: O(log n) for each element that is read and each range that is replaced.
public struct EntityRows<E: Entity>: RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  private(set) var elements: ElementSequence

  /// An edit of the rows.
  ///
  /// Its indexes refer to the rows after all previous edits.
  enum Edit {
    /// A replacement of a range of rows, or of all rows if the range is `nil`.
    case replace(Range<Int>?, with: [E])

    /// A move of a row to an index among the other rows.
    case move(from: Int, to: Int)

    /// The entities that the edit writes to the store.
    var values: [E] {
      switch self {
      case .replace(_, let values): values
      case .move: []
      }
    }
  }

  /// The recorded edits, in order.
  private(set) var edits: [Edit] = []

  /// A closure that returns the value that an entity has in the running transaction.
  ///
  /// `nil` if the transaction has no changes.
  private let present: ((E) -> E)?

  /// A script of the recorded edits, which identifies the rows that existed before the edits.
  ///
  /// The transaction may have changed the entities of these rows. The value is `nil` if it changed
  /// no entity or all rows were replaced.
  private var script: EditScript?

  init(_ elements: ElementSequence, present: ((E) -> E)? = nil) {
    (self.elements, self.present) = (elements, present)
    if present != nil { script = EditScript(count: elements.count) }
  }

  /// Creates an empty collection.
  public init() {
    self.init(ElementSequence())
  }

  /// The index of the first row: 0.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { elements.count }

  /// The entity of a row.
  public subscript(position: Int) -> E {
    get {
      guard let value = elements.element(at: position) as? E else {
        preconditionFailure("a list of \(E.self) has rows of that type")
      }
      guard let present, script?.origin(of: position) != nil else { return value }
      return present(value)
    }
    set { replaceSubrange(position..<(position + 1), with: CollectionOfOne(newValue)) }
  }

  /// Replaces a range of rows.
  public mutating func replaceSubrange(_ range: Range<Int>, with values: some Collection<E>) {
    if range.isEmpty, values.isEmpty { return }
    let values = Array(values)
    elements.replaceElements(in: range, with: values)
    script?.replace(range, withNew: values.count)
    edits.append(.replace(range, with: values))
  }

  /// Appends entities.
  public mutating func append(contentsOf values: some Sequence<E>) {
    replaceSubrange(count..<count, with: Array(values))
  }

  /// Removes all rows.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    replaceSubrange(0..<count, with: EmptyCollection())
  }

  /// Moves a row without a change of its entity.
  ///
  /// - Parameter to: The new index of the row among the other rows.
  public mutating func move(from: Int, to: Int) {
    precondition(
      (0..<count).contains(from) && (0..<count).contains(to),
      "a row of \(count) cannot move from \(from) to \(to)")
    guard from != to else { return }
    let element = elements.element(at: from)
    elements.replaceElements(in: from..<(from + 1), with: [])
    elements.replaceElements(in: to..<to, with: [element])
    script?.move(from: from, to: to)
    edits.append(.move(from: from, to: to))
  }

  /// Replaces all rows.
  mutating func set(_ values: [E]) {
    elements = ElementSequence(elements: values)
    script = nil
    edits = [.replace(nil, with: values)]
  }
}

extension EntityRows {
  /// Applies the edits of another collection of rows that has some rows in common with this
  /// collection.
  ///
  /// A row that was inserted before another row is inserted before that row in this collection, and a
  /// row that was appended is appended. Edits of rows that this collection does not have are
  /// ignored. A row that was moved is moved with the value that it has in this collection.
  ///
  /// - Parameters:
  ///   - edited: The other rows after their edits.
  ///   - former: The other rows before their edits.
  /// - Complexity: O(n) if the rows differ.
  @MainActor
  mutating func follow(_ edited: EntityRows, from former: EntityRows) {
    let (before, here) = (former.elements, elements)
    let changes = ChangeSet(
      from: EntityStore.snapshot(of: before), to: EntityStore.snapshot(of: here))
    if changes.preservesIndexes { return edited.edits.forEach { perform($0) } }
    let positions = changes.makePathMap()
    func newIndex(_ row: Int) -> Int? {
      positions.newPath(of: ItemPath(section: 0, item: row))?.item
    }
    var script = EditScript(count: before.count)
    for edit in edited.edits {
      switch edit {
      case .replace(let range, let values):
        script.replace(range ?? 0..<script.count, withNew: values.count)
      case .move(let from, let to): script.move(from: from, to: to)
      }
    }
    let moved = script.movedRows
    var ids = moved.isEmpty ? nil : IdentityIndex((0..<count).lazy.map { ItemID($0) })
    followReplacements(script, edited, newIndex, Set(moved.map(\.origin)), before.count, &ids)
    guard var ids else { return }
    // The moved rows, each with the next row after it that exists here.
    var order: [(id: ItemID, isMoving: Bool)] = []
    for (number, row) in moved.enumerated() {
      if let home = newIndex(row.origin) { order.append((ItemID(home), true)) }
      let end = number + 1 < moved.count ? moved[number + 1].position : edited.count
      let next = ((row.position + 1)..<end).lazy.compactMap { position in
        script.origin(of: position).map(newIndex) ?? here.count + position
      }.first
      if let next { order.append((ItemID(next), false)) }
    }
    arrange(&ids, order)
  }

  private mutating func perform(_ edit: Edit) {
    switch edit {
    case .replace(let range, let values): replaceSubrange(range ?? 0..<count, with: values)
    case .move(let from, let to): move(from: from, to: to)
    }
  }

  /// Applies the edits that replace rows, but not the edits that move rows.
  ///
  /// - Parameter ids: The identities of the rows, or `nil` if they are not needed. The method
  ///   updates them. The identity of an existing row is its former index. The identity of a new row
  ///   is its index in `edited` plus the former number of rows.
  private mutating func followReplacements(
    _ script: EditScript, _ edited: EntityRows, _ newIndex: (Int) -> Int?, _ moved: Set<Int>,
    _ formerCount: Int, _ ids: inout IdentityIndex?
  ) {
    let hereCount = count
    var steps: [(range: Range<Int>, rows: [Int])] = []
    // In reverse order. `next` is the index here of the nearest following row.
    var (next, oldEnd, newEnd) = (count, formerCount, edited.count)
    for run in ([MatchedRun(old: 0, new: 0, count: 0)] + script.matchedRuns).reversed() {
      let indexes = (run.oldEnd..<oldEnd).filter { !moved.contains($0) }.compactMap(newIndex)
        .sorted()
      for index in indexes.dropFirst() { steps.append((index..<(index + 1), [])) }
      next = indexes.first ?? next
      let rows = (run.newEnd..<newEnd).filter { moved.isEmpty || script.origin(of: $0) == nil }
      steps.append((next..<(indexes.isEmpty ? next : next + 1), rows))
      next = (run.old..<run.oldEnd).lazy.compactMap(newIndex).first ?? next
      (oldEnd, newEnd) = (run.old, run.new)
    }
    // At equal indexes, insertions are last.
    steps.sort { ($0.range.lowerBound, $0.range.count) > ($1.range.lowerBound, $1.range.count) }
    for step in steps {
      replaceSubrange(step.range, with: step.rows.map { edited[$0] })
      ids?.replaceSubrange(step.range, with: step.rows.map { ItemID(hereCount + $0) })
    }
  }
}

extension ChangeSet {
  /// A Boolean value that indicates whether the changes keep the index of every item.
  fileprivate var preservesIndexes: Bool {
    deletions.isEmpty && insertions.isEmpty && moves.isEmpty
  }
}

extension EntityRows {
  /// Exchanges two rows without a change of their entities.
  public mutating func swapAt(_ one: Int, _ other: Int) {
    let (first, last) = (Swift.min(one, other), Swift.max(one, other))
    guard first < last else { return }
    move(from: last, to: first)
    move(from: first + 1, to: last)
  }

  /// Sorts the rows with the minimum number of moves.
  ///
  /// The sort is stable.
  ///
  /// - Complexity: O(n log n).
  public mutating func sort(by areInIncreasingOrder: (E, E) throws -> Bool) rethrows {
    let order = try enumerated().sorted { try areInIncreasingOrder($0.element, $1.element) }
      .map(\.offset)
    var ids = IdentityIndex((0..<count).lazy.map { ItemID($0) })
    let staying = Self.longestIncreasing(order)
    arrange(&ids, order.map { (ItemID($0), isMoving: !staying.contains($0)) })
  }

  /// Returns the elements of a longest increasing subsequence.
  ///
  /// - Complexity: O(n log n).
  private static func longestIncreasing(_ numbers: [Int]) -> Set<Int> {
    // For each length, the smallest last element of a subsequence of that length.
    var ends: [Int] = []
    var previous: [Int: Int] = [:]
    for number in numbers {
      let length = ends.partitioningIndex { $0 >= number }
      if length > 0 { previous[number] = ends[length - 1] }
      if length < ends.count { ends[length] = number } else { ends.append(number) }
    }
    var (staying, next): (Set<Int>, Int?) = ([], ends.last)
    while let number = next {
      staying.insert(number)
      next = previous[number]
    }
    return staying
  }

  /// Moves rows so that each moved row directly precedes the next row of `order`.
  ///
  /// - Parameters:
  ///   - ids: A distinct identity for each row.
  ///   - order: The identities of rows in the new order. It contains all rows that move.
  private mutating func arrange(
    _ ids: inout IdentityIndex, _ order: [(id: ItemID, isMoving: Bool)]
  ) {
    var next = count
    for row in order.reversed() {
      guard let from = ids.firstIndex(of: row.id) else { continue }
      guard row.isMoving else {
        next = from
        continue
      }
      let to = from < next ? next - 1 : next
      if from != to {
        move(from: from, to: to)
        ids.replaceSubrange(from..<(from + 1), with: [])
        ids.replaceSubrange(to..<to, with: [row.id])
      }
      next = to
    }
  }
}

extension EntityRows where E: Comparable {
  /// Sorts the rows with the minimum number of moves.
  ///
  /// - Complexity: O(n log n).
  public mutating func sort() {
    sort(by: <)
  }
}
