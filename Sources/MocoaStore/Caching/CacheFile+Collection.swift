internal import MocoaModel
internal import MocoaSQLite

/// Removal of orphans: entities that are in no list and no other entity.
///
/// An entity becomes an orphan when it leaves its last list and its last parent, or if all its
/// parents are orphans. An entity that was never in a list or a parent is not an orphan. An entity
/// that this program cannot read is not removed, and neither are its children.
extension CacheFile {
  /// The number of possible orphans that must be exceeded before orphans are removed.
  ///
  /// More than half of all entities must also be possible orphans.
  static let orphanThreshold: Int64 = 1024

  /// Marks an entity as a possible orphan, because it has left a list or a parent.
  func addOrphan(_ key: RowKey) throws(SQLiteError) {
    try put(.orphans, [.integer(key.kind), SQLiteValue(key.id)])
  }

  /// Returns `true` if the number of possible orphans exceeds the limits for their removal.
  func hasManyOrphans() throws(SQLiteError) -> Bool {
    let count = try database.statement("SELECT count(*) FROM orphan").first { $0.integer(0) } ?? 0
    let entities = try latest().seal[.entities].count
    return count > Self.orphanThreshold && count > entities / 2
  }

  /// Returns the orphans: marked entities in no list and no parent, and entities whose parents are
  /// all orphans.
  ///
  /// They are computed once for each state of the file.
  func unneeded() throws -> [RowKey] {
    let commit = try latestCommit()
    if let collection, collection.commit == commit { return collection.keys }
    computedUnneeded += 1
    let keys = try computeUnneeded()
    collection = (commit, keys)
    return keys
  }

  private func computeUnneeded() throws -> [RowKey] {
    for table in CacheSeal.Table.allCases { try checkIntact(table) }
    let marked = try orphans()
    var (parts, parents) = (marked, [RowKey: [RowKey]]())
    var found = Set(marked)
    var next = 0
    while next < parts.count {
      let key = parts[next]
      next += 1
      parents[key] = try references(
        "kind = ? AND id = ?", [.integer(key.kind), SQLiteValue(key.id)]
      ).map(\.parent)
      for child in try children(of: key) where found.insert(child).inserted {
        parts.append(child)
      }
    }
    // First the entities that are needed from outside, then all their children.
    let listed = try self.listed(Set(parts.map(\.kind)))
    var needed = try parts.filter { key in
      try listed.contains(key) || parents[key, default: []].contains { !found.contains($0) }
        || !isReadable(key)
    }
    var kept = Set(needed)
    while let key = needed.popLast() {
      for child in try children(of: key) where kept.insert(child).inserted {
        needed.append(child)
      }
    }
    neededOrphans = try marked.filter { try kept.contains($0) && isReadable($0) }
    return parts.filter { !kept.contains($0) }
  }

  /// Removes the given orphans.
  ///
  /// An orphan that is a child of a remaining entity is not removed.
  ///
  /// - Parameter keys: The orphans that no program has in memory. Other orphans are not removed.
  /// - Returns: The number of removed entities.
  func collect(_ keys: Set<EntityKey>) throws -> Int {
    var removed: Set<RowKey> = []
    try write {
      let unneeded = try unneeded()
      for key in neededOrphans { try removeOrphan(key) }
      var names: [Int64: String] = [:]
      for name in try self.names() { names[name.number] = name.text }
      let offered = unneeded.filter { key in
        guard let name = names[key.kind], let id = key.id.itemID else { return false }
        return keys.contains(EntityKey(entityName: name, id: id))
      }
      // An entity that is in one that stays must stay too.
      removed = Set(offered)
      var staying = unneeded.filter { !removed.contains($0) }
      while let key = staying.popLast() {
        for child in try children(of: key) where removed.remove(child) != nil {
          staying.append(child)
        }
      }
      for key in offered where removed.contains(key) {
        let within = try references(
          "parent_kind = ? AND parent_id = ?", [.integer(key.kind), SQLiteValue(key.id)])
        for reference in within { try remove(reference) }
        try removeEntity(key)
        try removeOrphan(key)
      }
    }
    // The remaining entities are still orphans.
    if let collection {
      self.collection = (try latestCommit(), collection.keys.filter { !removed.contains($0) })
    }
    neededOrphans = []
    return removed.count
  }

  /// Returns the keys of all orphans.
  func unneededKeys() throws -> [EntityKey] {
    try read { try keys(of: unneeded()) }
  }

  /// Returns the entities of some kinds that are in at least one list.
  private func listed(_ kinds: Set<Int64>) throws -> Set<RowKey> {
    var found: Set<RowKey> = []
    for kind in kinds {
      for ids in try idsOfLists(ofKind: kind) {
        for id in ids { found.insert(RowKey(kind: kind, id: id)) }
      }
    }
    return found
  }

  private func orphans() throws(SQLiteError) -> [RowKey] {
    let statement = try database.statement(CheckedTable.orphans.select)
    // A damaged mark is ignored.
    return try statement.all { row in
      row.isSound ? row.id(1).map { RowKey(kind: row.integer(0), id: $0) } : nil
    }
  }

  /// Removes the mark of an entity as a possible orphan.
  func removeOrphan(_ key: RowKey) throws(SQLiteError) {
    try database.statement("DELETE FROM orphan WHERE kind = ? AND id = ?")
      .run(.integer(key.kind), SQLiteValue(key.id))
  }

  private func children(of key: RowKey) throws(SQLiteError) -> [RowKey] {
    try references(
      "parent_kind = ? AND parent_id = ?", [.integer(key.kind), SQLiteValue(key.id)]
    ).map(\.child)
  }

  /// Returns `true` if this program can read all stored values of an entity.
  ///
  /// An entity has one stored value for each of its types.
  private func isReadable(_ key: RowKey) throws -> Bool {
    let stored = try rows(
      .entities, "kind = ? AND id = ?", [.integer(key.kind), SQLiteValue(key.id)]
    ) { row in (type: row.integer(2), version: row.integer(4)) }
    if stored.isEmpty { return true }
    if versions[key.kind] == nil {
      var supported: [Int64: Int] = [:]
      let name = try names().first { $0.number == key.kind }?.text ?? ""
      for shape in EntityDescriptor.all(named: name) {
        if let kind = try kind(of: shape) { supported[kind.type] = shape.storedVersion }
      }
      versions[key.kind] = supported
    }
    return stored.allSatisfy { type, version in
      versions[key.kind]?[type].map { version <= $0 } ?? false
    }
  }

  // MARK: - Exclusive access

  /// Runs `body` while no other connection has the file open.
  ///
  /// - Parameter isShrinking: A Boolean value that indicates whether the file is reduced to its
  ///   minimum size after `body`.
  /// - Returns: `false` if another connection has the file open; `body` is then not called.
  func withExclusiveLock(shrinking isShrinking: Bool = true, _ body: () throws -> Void) throws
    -> Bool
  {
    guard path != nil else {
      try body()
      return true
    }
    defer {
      // SQLite releases the lock at the next access. Only then can the log serve several
      // connections.
      try? database.execute("PRAGMA locking_mode = NORMAL; SELECT 1 FROM name LIMIT 1")
      try? database.execute("PRAGMA journal_mode = WAL")
    }
    guard try acquireExclusiveLock() else { return false }
    try body()
    let (free, all) = (
      try database.number("PRAGMA freelist_count") ?? 0,
      try database.number("PRAGMA page_count") ?? 0
    )
    if isShrinking, free > max(16, all / 4) { try database.execute("VACUUM") }
    resetSize()
    return true
  }

  /// Locks the file exclusively.
  ///
  /// - Returns: `false` if another connection has the file open.
  private func acquireExclusiveLock() throws -> Bool {
    // Only the last connection can end the write-ahead log. Without a log, other connections cannot
    // be detected.
    try database.execute("SELECT 1 FROM name LIMIT 1")
    let present = try SQLiteStatement("PRAGMA journal_mode", database.handle)
      .first { $0.text(0) ?? "" }
    guard present == "wal" else { return false }
    // Without a log, a connection that holds its lock is the only one.
    try database.execute("PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE")
    defer { try? database.execute("PRAGMA busy_timeout = \(busyTimeout)") }
    do {
      let mode = try SQLiteStatement("PRAGMA journal_mode = DELETE", database.handle)
        .first { $0.text(0) ?? "" }
      guard mode == "delete" else { return false }
      try database.execute("BEGIN EXCLUSIVE; COMMIT")
      return true
    } catch let error where error.isLocked {
      return false
    }
  }
}
