internal import MocoaLanguage

extension CacheFile {
  /// What is known of a list without reading it.
  private struct List {
    let number: Int64
    let kind: Int64

    /// The commit up to which everything is in the base.
    let since: Int64

    /// How much the base and the edits weigh.
    let size: Int64
    let edited: Int64
  }

  /// What an edit weighs, beside its identities.
  private static let editWeight: Int64 = 8

  /// Changes that weigh less are never worth writing a base for.
  private static let leastWeight: Int64 = 1024

  /// So many deletions are never kept apart from lists.
  private static let mostDeletions: Int64 = 1 << 15

  private static let listColumns = "number, kind, since, size, edited"

  private static func list(_ row: SQLiteStatement) -> List {
    List(
      number: row.integer(0), kind: row.integer(1), since: row.integer(2), size: row.integer(3),
      edited: row.integer(4))
  }

  private func list(_ name: String) throws(SQLiteError) -> List? {
    try database.statement("SELECT \(Self.listColumns) FROM list WHERE name = ?")
      .first(.text(name), row: Self.list)
  }

  /// The identities of a list, without those that are deleted, and their kind; nil where none is kept.
  func ids(ofList name: String) throws -> (ids: [StoredID], kind: Int64)? {
    guard let list = try list(name) else { return nil }
    if let ids = try ids(of: list) { return (ids, list.kind) }
    throw EntityCacheError(
      .unreadable,
      phrase("\(self.name): cannot read the list \"\(name)\": it is damaged (set all of it)"))
  }

  /// Stores the lists and the deletions of a kind under another number.
  func moveLists(ofKind former: Int64, to kind: Int64) throws(SQLiteError) {
    // So that no list has to know of deletions that precede those of its new kind.
    try forgetDeletions(former, commit: try latestCommit())
    try database.statement("UPDATE list SET kind = ? WHERE kind = ?")
      .run(.integer(kind), .integer(former))
    deletionRoom = [:]
  }

  /// All that was done to a list since its base, in order; nil where it is damaged.
  private func ids(of list: List) throws(SQLiteError) -> [StoredID]? {
    let base = try database.statement("SELECT ids FROM list_base WHERE list = ?")
      .first(.integer(list.number)) { $0.blob(0).flatMap(IDList.ids) }
    guard let base, let base else { return nil }
    let edits = try database.statement(
      """
      SELECT since, first, past, removed, previous, ids FROM list_edit
      WHERE list = ? ORDER BY number
      """
    ).all(.integer(list.number)) { row in
      (since: row.integer(0), change: ListReplay.Change(row))
    }
    let deletions = try database.statement(
      "SELECT since, id FROM deletion WHERE kind = ? AND since > ? ORDER BY since"
    ).all(.integer(list.kind), .integer(list.since)) { row in
      row.id(1).map { (since: row.integer(0), id: $0) }
    }
    if edits.isEmpty, deletions.isEmpty { return base }
    var replay = ListReplay(base, doomed: Set(deletions.map(\.id)))
    var rest = deletions[...]
    for edit in edits {
      // In one commit, deletions come first.
      while let deletion = rest.first, deletion.since <= edit.since {
        replay.delete(deletion.id)
        rest.removeFirst()
      }
      guard let change = edit.change else { return nil }
      replay.perform(change)
    }
    for deletion in rest { replay.delete(deletion.id) }
    return replay.ids
  }

  // MARK: - Changing

  /// Changes a list, in a commit.
  ///
  /// One that is not known can be made, but not changed: what it would be is not known either.
  func apply(_ edit: EntityBatch.ListEdit, commit: Int64) throws(SQLiteError) {
    // What is another in the next run is not in any list that is kept.
    let ids = edit.ids.compactMap { StoredID($0) }
    guard let position = edit.position else {
      let kind = try addedNumber(of: edit.entityName)
      // Rows of other versions of the program leave the list only when they are deleted.
      let known = Set(ids)
      let foreign = foreignRows[edit.list, default: []].filter { !known.contains($0) }
      return try replaceList(edit.list, kind: kind, with: ids + foreign, commit: commit)
    }
    guard let list = try list(edit.list), try number(of: edit.entityName) == list.kind else {
      return
    }
    let removed = edit.removed.compactMap { StoredID($0) }
    let previous = edit.previous.flatMap { StoredID($0) }
    try database.statement(
      """
      INSERT INTO list_edit
        (list, number, since, first, past, removed, previous, ids)
      SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7
      FROM list_edit WHERE list = ?1
      """
    ).run(
      .integer(list.number), .integer(commit), .integer(Int64(position)),
      .integer(Int64(position + removed.count)), .blob(IDList.bytes(of: removed)),
      previous.map { SQLiteValue($0) } ?? .null, .blob(IDList.bytes(of: ids)))
    let edited = list.edited + Int64(removed.count + ids.count) + Self.editWeight
    try database.statement("UPDATE list SET edited = ? WHERE number = ?")
      .run(.integer(edited), .integer(list.number))
    // So that reading is no more than twice the work, and writing neither.
    if edited > list.size + Self.leastWeight { try compact(list, commit: commit) }
  }

  private func replaceList(
    _ name: String, kind: Int64, with ids: [StoredID], commit: Int64
  ) throws(SQLiteError) {
    let number = try database.statement(
      """
      INSERT INTO list (name, kind, since, size, edited) VALUES (?, ?, ?, ?, 0)
      ON CONFLICT (name) DO UPDATE SET
        kind = excluded.kind, since = excluded.since, size = excluded.size, edited = 0
      RETURNING number
      """
    ).first(.text(name), .integer(kind), .integer(commit), .integer(Int64(ids.count))) {
      $0.integer(0)
    }
    let list = SQLiteValue.integer(number ?? 0)
    try database.statement("INSERT OR REPLACE INTO list_base VALUES (?, ?)")
      .run(list, .blob(IDList.bytes(of: ids)))
    try database.statement("DELETE FROM list_edit WHERE list = ?").run(list)
  }

  /// Makes one base of the base and what was done since; forgets a list that is damaged.
  private func compact(_ list: List, commit: Int64) throws(SQLiteError) {
    let name = try database.statement("SELECT name FROM list WHERE number = ?")
      .first(.integer(list.number)) { $0.text(0) }
    guard let name, let name else { return }
    if let ids = try ids(of: list) {
      try replaceList(name, kind: list.kind, with: ids, commit: commit)
    } else {
      log(phrase("\(self.name): the list \"\(name)\" is damaged, and forgotten"))
      for statement in [
        "DELETE FROM list WHERE number = ?", "DELETE FROM list_base WHERE list = ?",
        "DELETE FROM list_edit WHERE list = ?",
      ] {
        try database.statement(statement).run(.integer(list.number))
      }
    }
  }

  /// Takes identities of a kind out of all lists, when these are next read.
  func removeFromLists(_ ids: [StoredID], kind: Int64, commit: Int64) throws(SQLiteError) {
    let hasLists = try database.statement("SELECT 1 FROM list WHERE kind = ? LIMIT 1")
      .first(.integer(kind)) { _ in true }
    guard hasLists == true else { return }
    for id in ids {
      try database.statement("INSERT OR IGNORE INTO deletion VALUES (?, ?, ?)")
        .run(.integer(kind), .integer(commit), SQLiteValue(id))
    }
    var room = (deletionRoom[kind] ?? 0) - Int64(ids.count)
    if room < 0 {
      room = try roomForDeletions(kind)
      if room < 0 {
        try forgetDeletions(kind, commit: commit)
        room = try roomForDeletions(kind)
      }
    }
    deletionRoom[kind] = room
  }

  /// How many more deletions may be kept apart from the lists of a kind: as many as the lists are
  /// long, but not so many that a short list is long to read.
  private func roomForDeletions(_ kind: Int64) throws(SQLiteError) -> Int64 {
    let weight = try database.statement(
      "SELECT coalesce(sum(size + edited), 0) FROM list WHERE kind = ?"
    ).first(.integer(kind)) { $0.integer(0) }
    let count = try database.statement("SELECT count(*) FROM deletion WHERE kind = ?")
      .first(.integer(kind)) { $0.integer(0) }
    return min(weight ?? 0, Self.mostDeletions) + Self.leastWeight - (count ?? 0)
  }

  /// Takes all that is deleted out of the lists of a kind.
  private func forgetDeletions(_ kind: Int64, commit: Int64) throws(SQLiteError) {
    let lists = try database.statement("SELECT \(Self.listColumns) FROM list WHERE kind = ?")
      .all(.integer(kind), row: Self.list)
    for list in lists { try compact(list, commit: commit) }
    try database.statement("DELETE FROM deletion WHERE kind = ?").run(.integer(kind))
  }
}

extension ListReplay.Change {
  /// The change in a row, behind when it was made; nil where it is damaged.
  fileprivate init?(_ row: SQLiteStatement) {
    guard let first = Int32(exactly: row.integer(1)), let past = Int32(exactly: row.integer(2)),
      0 <= first, first <= past, let ids = row.blob(5).flatMap(IDList.ids)
    else { return nil }
    let removed = row.blob(3)
    if let removed, IDList.ids(of: removed) == nil { return nil }
    self.init(
      range: Int(first)..<Int(past), removed: removed.flatMap(IDList.ids), previous: row.id(4),
      ids: ids)
  }
}
