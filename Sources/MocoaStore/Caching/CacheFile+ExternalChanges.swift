internal import MocoaJSON
internal import MocoaModel
internal import MocoaSQLite

extension CacheFile {
  /// The number of latest commits whose changes stay in the file for other programs.
  private static let memory: Int64 = 1000

  /// The maximum number of changes for which a commit stores each change.
  ///
  /// A commit with more changes only reports that any content may have changed.
  private static let maxChanges = 4096

  /// Returns the number of the latest commit.
  func latestCommit() throws(SQLiteError) -> Int64 {
    try database.statement("SELECT max(number) FROM change").first { $0.integer(0) } ?? 0
  }

  /// Returns the number of the latest commit and the seal after it.
  func latest() throws(SQLiteError) -> (number: Int64, seal: CacheSeal) {
    let row = try database.statement(
      "SELECT number, seal FROM change ORDER BY number DESC LIMIT 1"
    ).first { (number: $0.integer(0), bytes: $0.blob(1)) }
    guard let row else { return (0, CacheSeal()) }
    guard let seal = row.bytes.flatMap({ CacheSeal($0, commit: row.number) }) else {
      throw .corruption
    }
    return (row.number, seal)
  }

  /// Stores the changes of a commit together with the seal after it.
  func record(_ changes: SQLiteValue, commit: Int64) throws(SQLiteError) {
    try database.statement("INSERT INTO change (number, news, seal) VALUES (?, ?, ?)")
      .run(.integer(commit), changes, .blob(seal.bytes(commit: commit)))
    try database.statement("DELETE FROM change WHERE number <= ?")
      .run(.integer(commit - Self.memory))
  }

  /// Stores the changes of a commit, so that other programs can find them.
  func recordChanges(
    of batch: EntityBatch, deleted: Set<RowKey>, commit: Int64
  ) throws(SQLiteError) {
    let count = batch.upserts.count + deleted.count + batch.listEdits.count
    let changes: SQLiteValue =
      count > Self.maxChanges ? .null : .blob(bytes(of: batch, try keys(of: deleted)))
    try record(changes, commit: commit)
  }

  /// Returns the changes that other connections have made since the commit `seen`.
  ///
  /// - Returns: The changes and the number of the latest commit, or `nil` if there are none.
  func externalChanges() throws(SQLiteError) -> (changes: ExternalChanges, latest: Int64)? {
    let rows = try database.statement(
      "SELECT number, news FROM change WHERE number > ? ORDER BY number"
    ).all(.integer(seen)) { row in (number: row.integer(0), changes: row.blob(1)) }
    guard let first = rows.first, let last = rows.last else { return nil }
    var changes = ExternalChanges()
    changes.affectsEverything = first.number != seen + 1
    for row in rows {
      guard let bytes = row.changes, let value = try? JSONReader.value(of: bytes) else {
        changes.affectsEverything = true
        continue
      }
      changes = changes.merged(with: ExternalChanges(value))
    }
    return (changes, last.number)
  }

  func keys(of rowKeys: some Sequence<RowKey>) throws(SQLiteError) -> [EntityKey] {
    var keys: [EntityKey] = []
    for rowKey in rowKeys {
      let name = try rows(.names, "number = ?", [.integer(rowKey.kind)]) { $0.text(1) }.first
      guard let name, let id = rowKey.id.itemID else { continue }
      keys.append(EntityKey(entityName: name, id: id))
    }
    return keys
  }

  /// Returns the changes of a commit as bytes of JSON: `{"changed": {kind: [id]}, "deleted": {kind:
  /// [id]}, "lists": [name]}`.
  private func bytes(of batch: EntityBatch, _ deleted: [EntityKey]) -> [UInt8] {
    var json = JSONWriter()
    json.append(byte: "{")
    for (name, keys) in [("changed", batch.upserts.map(\.value.entityKey)), ("deleted", deleted)] {
      json.append(key: name)
      json.append(byte: "{")
      for (kind, keys) in Dictionary(grouping: keys, by: \.entityName) {
        json.append(key: kind)
        json.append(byte: "[")
        for id in keys.compactMap({ StoredID($0.id) }) {
          json.appendSeparator()
          json.append(id)
        }
        json.append(byte: "]")
      }
      json.append(byte: "}")
    }
    json.append(key: "lists")
    json.append(byte: "[")
    for list in Set(batch.listEdits.map(\.list)) {
      json.appendSeparator()
      json.append(list)
    }
    json.append(verbatim: "]}")
    return json.bytes
  }
}

extension ExternalChanges {
  /// Creates the changes of a commit from its JSON.
  fileprivate init(_ value: FieldValue) {
    let lists = (value["lists"]?.list ?? []).compactMap(\.scalarString)
    self.init(
      changed: Set(value.keys("changed")), deleted: Set(value.keys("deleted")),
      lists: Set(lists))
  }
}

extension FieldValue {
  fileprivate func keys(_ name: String) -> [EntityKey] {
    guard case .object(let kinds)? = self[name] else { return [] }
    return kinds.flatMap { kind in
      kind.value.list.compactMap { value in
        StoredID(value)?.itemID.map { EntityKey(entityName: kind.name, id: $0) }
      }
    }
  }

  fileprivate var list: [FieldValue] {
    if case .array(let values) = self { values } else { [] }
  }

  fileprivate subscript(name: String) -> FieldValue? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value
  }
}
