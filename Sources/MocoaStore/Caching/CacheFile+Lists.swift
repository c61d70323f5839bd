internal import MocoaLocalization
internal import MocoaSQLite

extension CacheFile {
  /// The properties of a stored list that are read without reading the identities in it.
  ///
  /// A list is stored as its *base*, which is an array of identities, and the later edits of it.
  fileprivate struct List {
    var number: Int64
    let name: String
    var kind: Int64

    /// The last commit whose changes the base contains.
    let since: Int64

    /// The number of identities in the base.
    let size: Int64
    var edited: Int64

    /// The number of stored edits of the base, or -1 if deletions from the list were lost.
    var edits: Int64

    var values: [SQLiteValue] {
      [
        .integer(number), .text(name), .integer(kind), .integer(since), .integer(size),
        .integer(edited), .integer(edits),
      ]
    }
  }

  /// The constant part of the weight of an edit.
  ///
  /// The weight of an edit is this number plus the number of its removed and inserted identities.
  private static let editWeight: Int64 = 8

  /// The weight by which the edits of a list may exceed the size of its base.
  ///
  /// If the edits exceed this limit, the base is rewritten.
  private static let minWeight: Int64 = 1024

  /// The maximum number of deleted entities of a kind whose removal from the lists is deferred.
  private static let maxDeletions: Int64 = 1 << 15

  private func lists(
    _ condition: String, _ values: [SQLiteValue]
  ) throws(SQLiteError) -> [List] {
    try rows(.lists, condition, values) { List($0) }
  }

  /// Returns the lists that meet a condition, except lists whose rows are damaged.
  private func soundLists(
    _ condition: String, _ values: [SQLiteValue]
  ) throws(SQLiteError) -> [List] {
    let statement = try database.statement("\(CheckedTable.lists.select) WHERE \(condition)")
    try statement.bind(values)
    return try statement.all { $0.isSound ? List($0) : nil }
  }

  /// The result of a search for a list.
  private enum Finding {
    case list(List)
    case missing

    /// The row of the list is damaged, or the table has lost rows and the row of the list may be
    /// among them.
    case damaged
  }

  private func find(_ name: String) throws(SQLiteError) -> Finding {
    guard let found = try soundRows(.lists, "name = ?", [.text(name)], row: { List($0) }) else {
      return .damaged
    }
    if let list = found.first { return .list(list) }
    // A row that the index does not find may still exist. The list then counts as damaged.
    guard try isIntact(.lists), let all = try soundRows(.lists, "true", [], row: { List($0) })
    else {
      return .damaged
    }
    return all.contains { $0.name == name } ? .damaged : .missing
  }

  /// Returns the identities in a list and their entity kind, without deleted entities.
  ///
  /// - Returns: `nil` if the list is not stored.
  func ids(ofList name: String) throws -> (ids: [StoredID], kind: Int64)? {
    switch try find(name) {
    case .missing: return nil
    case .list(let list): if let ids = try ids(of: list) { return (ids, list.kind) }
    case .damaged: break
    }
    throw EntityCacheError(
      .unreadable,
      localized(
        "\(self.name): cannot read the list \"\(name)\": it is damaged (save the complete list again)"
      ))
  }

  /// Returns the identities in each list of an entity kind, without deleted entities.
  func idsOfLists(ofKind kind: Int64) throws(SQLiteError) -> [[StoredID]] {
    try checkIntact(.lists)
    var all: [[StoredID]] = []
    for list in try lists("+kind = ?", [.integer(kind)]) {
      guard let ids = try ids(of: list) else { throw .corruption }
      all.append(ids)
    }
    return all
  }

  /// Moves the lists of an entity kind to another kind.
  ///
  /// - Parameter staying: The identities that must not be in a moved list. Lists that contain any
  ///   of them keep their kind.
  func moveLists(
    ofKind former: Int64, to kind: Int64, without staying: Set<StoredID>
  ) throws(SQLiteError) {
    // Lists then need no deletions that precede those of their new kind.
    try applyDeletions(former, commit: try latestCommit())
    for var list in try lists("+kind = ?", [.integer(former)]) {
      if !staying.isEmpty, try ids(of: list)?.contains(where: staying.contains) ?? true { continue }
      list.kind = kind
      _ = try update(.lists, list.values)
    }
    remainingDeletionCounts = [:]
  }

  /// Returns the identities in a list: its base with all later edits and deletions applied.
  ///
  /// - Returns: `nil` if the list is damaged.
  private func ids(of list: List) throws(SQLiteError) -> [StoredID]? {
    let number = SQLiteValue.integer(list.number)
    let bases = try soundRows(.bases, "list = ?", [number]) { $0.blob(1) }
    guard let base = bases?.first.flatMap(IDList.ids) else { return nil }
    let edits = try soundRows(.edits, "list = ? ORDER BY number", [number]) { row in
      (number: row.integer(1), since: row.integer(2), change: ListReplay.Change(row))
    }
    guard let edits, edits.map(\.number) == edits.indices.map({ Int64($0) + 1 }),
      edits.count == list.edits
    else { return nil }
    // A lost deletion would bring an entity back.
    guard try isIntact(.deletions) else { return nil }
    let deletions = try soundRows(
      .deletions, "kind = ? AND since > ? ORDER BY since",
      [.integer(list.kind), .integer(list.since)]
    ) { row in row.id(2).map { (since: row.integer(1), id: $0) } }
    guard let deletions else { return nil }
    if edits.isEmpty, deletions.isEmpty { return base }
    var replay = ListReplay(base, deleted: Set(deletions.map(\.id)))
    var remaining = deletions[...]
    for edit in edits {
      // In a commit, deletions precede edits.
      while let deletion = remaining.first, deletion.since <= edit.since {
        replay.delete(deletion.id)
        remaining.removeFirst()
      }
      guard let change = edit.change else { return nil }
      replay.perform(change)
    }
    for deletion in remaining { replay.delete(deletion.id) }
    return replay.ids
  }

  /// Returns the values that a closure creates from the rows of a table that meet a condition.
  ///
  /// - Returns: `nil` if the checksum of one of the rows is wrong.
  private func soundRows<Result>(
    _ table: CheckedTable, _ condition: String, _ values: [SQLiteValue],
    row body: (SQLiteStatement) -> Result?
  ) throws(SQLiteError) -> [Result]? {
    do throws(SQLiteError) {
      return try rows(table, condition, values, row: body)
    } catch {
      guard error.isDamage else { throw error }
      return nil
    }
  }

  // MARK: - Changes

  /// Applies an edit of a list, as part of a commit.
  ///
  /// An edit that replaces all rows creates the list if needed. Other edits of a list that is not
  /// stored are ignored, because their result is unknown.
  func apply(_ edit: EntityBatch.ListEdit, commit: Int64) throws(SQLiteError) {
    // Identities that change between runs of the program are not stored in lists.
    let ids = edit.ids.compactMap { StoredID($0) }
    guard let position = edit.position else {
      let kind = try addedNumber(of: edit.entityName)
      try repairDeletions()
      // Rows of other versions of the program leave the list only when they are deleted.
      let present = Set(ids)
      if case .list(let former) = try find(edit.list) {
        for id in try self.ids(of: former) ?? [] where !present.contains(id) {
          try addOrphan(RowKey(kind: former.kind, id: id))
        }
      }
      let foreign = foreignRows[edit.list, default: []].filter { !present.contains($0) }
      return try replaceList(edit.list, kind: kind, with: ids + foreign, commit: commit)
    }
    // A damaged list remains damaged until all of it is set.
    guard case .list(let list) = try find(edit.list),
      try number(of: edit.entityName) == list.kind
    else { return }
    let removed = edit.removed.compactMap { StoredID($0) }
    let previous = edit.previous.flatMap { StoredID($0) }
    var edited = list
    edited.edits += 1
    edited.edited += Int64(removed.count + ids.count) + Self.editWeight
    try put(
      .edits,
      [
        .integer(list.number), .integer(edited.edits), .integer(commit), .integer(Int64(position)),
        .integer(Int64(position + removed.count)), .blob(IDList.bytes(of: removed)),
        previous.map { SQLiteValue($0) } ?? .null, .blob(IDList.bytes(of: ids)),
      ])
    _ = try update(.lists, edited.values)
    let staying = Set(ids)
    for id in removed where !staying.contains(id) { try addOrphan(RowKey(kind: list.kind, id: id)) }
    // Limits the cost of reading to twice the length of the list, and the cost of writing likewise.
    if edited.edited > list.size + Self.minWeight { try compact(edited, commit: commit) }
  }

  private func replaceList(
    _ name: String, kind: Int64, with ids: [StoredID], commit: Int64
  ) throws(SQLiteError) {
    let number: Int64
    if case .list(let former) = try find(name) {
      number = former.number
    } else {
      try removeDamaged(name)
      number = try freeNumber()
    }
    let list = List(
      number: number, name: name, kind: kind, since: commit, size: Int64(ids.count), edited: 0,
      edits: 0)
    if try !insert(.lists, list.values) { _ = try update(.lists, list.values) }
    try put(.bases, [.integer(list.number), .blob(IDList.bytes(of: ids))])
    try database.statement("DELETE FROM list_edit WHERE list = ?").run(.integer(list.number))
  }

  /// Returns a list number that no stored list has.
  private func freeNumber() throws(SQLiteError) -> Int64 {
    let last = try database.number("SELECT max(number) FROM list") ?? 0
    if last < .max { return last + 1 }
    // A damaged row may have the last number.
    let gap = """
      SELECT min(number) + 1 FROM (SELECT 0 AS number UNION SELECT number FROM list)
      WHERE number >= 0 AND number + 1 NOT IN (SELECT number FROM list)
      """
    return try database.number(gap) ?? 1
  }

  /// Replaces the base of a list by its current identities, so that its edits can be removed.
  ///
  /// A damaged list stays unchanged until an edit replaces all its rows.
  private func compact(_ list: List, commit: Int64) throws(SQLiteError) {
    guard let ids = try ids(of: list) else { return }
    try replaceList(list.name, kind: list.kind, with: ids, commit: commit)
  }

  /// Removes the damaged row of a list before the list is stored again.
  private func removeDamaged(_ name: String) throws(SQLiteError) {
    let numbers = try database.statement("SELECT number FROM list WHERE name = ?")
      .all(.text(name)) { $0.integer(0) }
    for number in numbers { try delete(.lists, [.integer(number)]) }
  }

  /// Clears the table of deferred deletions if it has lost rows.
  ///
  /// All lists then count as damaged until an edit replaces all their rows.
  private func repairDeletions() throws(SQLiteError) {
    if try isIntact(.deletions) { return }
    log(
      localized("\(name): recorded deletions are lost (save each unreadable list again completely)")
    )
    for var list in try soundLists("true", []) {
      list.edits = -1
      _ = try update(.lists, list.values)
    }
    try database.execute("DELETE FROM deletion")
    seal[.deletions] = CacheSeal.Tally()
    (intact[.deletions], remainingDeletionCounts) = (true, [:])
  }

  /// Defers the removal of deleted entities from the lists of their kind.
  ///
  /// A deleted entity is omitted when a list is read. If too many removals are deferred, the stored
  /// lists are rewritten without the deleted entities.
  func removeFromLists(_ ids: [StoredID], kind: Int64, commit: Int64) throws(SQLiteError) {
    let hasLists = try database.statement("SELECT 1 FROM list WHERE kind = ? LIMIT 1")
      .first(.integer(kind)) { _ in true }
    guard hasLists == true else { return }
    for id in ids {
      _ = try insert(.deletions, [.integer(kind), .integer(commit), SQLiteValue(id)])
    }
    var remaining = (remainingDeletionCounts[kind] ?? 0) - Int64(ids.count)
    if remaining < 0 {
      remaining = try remainingDeletions(kind)
      if remaining < 0 {
        try applyDeletions(kind, commit: commit)
        remaining = try remainingDeletions(kind)
      }
    }
    remainingDeletionCounts[kind] = remaining
  }

  /// Returns the number of further deletions of a kind that may be deferred.
  ///
  /// The limit grows with the total length of the lists of the kind, so that short lists stay fast
  /// to read.
  private func remainingDeletions(_ kind: Int64) throws(SQLiteError) -> Int64 {
    let weight = try database.statement(
      "SELECT coalesce(sum(size + edited), 0) FROM list WHERE kind = ?"
    ).first(.integer(kind)) { $0.integer(0) }
    let count = try database.statement("SELECT count(*) FROM deletion WHERE kind = ?")
      .first(.integer(kind)) { $0.integer(0) }
    return min(weight ?? 0, Self.maxDeletions) + Self.minWeight - (count ?? 0)
  }

  /// Applies the deferred deletions of a kind to its lists, and clears them.
  private func applyDeletions(_ kind: Int64, commit: Int64) throws(SQLiteError) {
    // A damaged list is not read before all of it is set.
    for list in try soundLists("+kind = ?", [.integer(kind)]) {
      try compact(list, commit: commit)
    }
    let expired = try database.statement("SELECT kind, since, id FROM deletion WHERE kind = ?")
      .all(.integer(kind)) { row in [row.value(0), row.value(1), row.value(2)] }
    for key in expired { try delete(.deletions, key) }
  }
}

extension CacheFile.List {
  fileprivate init(_ row: SQLiteStatement) {
    self.init(
      number: row.integer(0), name: row.text(1) ?? "", kind: row.integer(2), since: row.integer(3),
      size: row.integer(4), edited: row.integer(5), edits: row.integer(6))
  }
}

extension ListReplay.Change {
  /// Creates the edit that a row contains, or returns `nil` if the row is damaged.
  fileprivate init?(_ row: SQLiteStatement) {
    guard let first = Int32(exactly: row.integer(3)), let past = Int32(exactly: row.integer(4)),
      0 <= first, first <= past, let ids = row.blob(7).flatMap(IDList.ids)
    else { return nil }
    let removed = row.blob(5)
    if let removed, IDList.ids(of: removed) == nil { return nil }
    self.init(
      range: Int(first)..<Int(past), removed: removed.flatMap(IDList.ids), previous: row.id(6),
      ids: ids)
  }
}
