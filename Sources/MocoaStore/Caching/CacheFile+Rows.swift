internal import MocoaSQLite
internal import MocoaLocalization
internal import MocoaModel

extension CacheFile {
  /// The identity of an entity in the file: the name ID of its kind and its identity in the kind.
  struct RowKey: Hashable {
    let kind: Int64
    let id: StoredID
  }

  /// The stored value of an entity as one entity type.
  struct EntityRow {
    var type: Int64
    let body: [UInt8]

    /// The number of the commit that stored the value.
    let since: Int64

    /// The `storedVersion` of the entity type when the value was stored.
    let version: Int64
  }

  /// A stored reference from an entity to a child that exists.
  struct Reference {
    let child: RowKey
    let parent: RowKey

    /// The name ID of the entity type of the parent's value that contains the reference.
    let type: Int64
    let isRequired: Bool
  }

  // MARK: - Entities

  /// Stores an entity as one entity type.
  ///
  /// - Parameters:
  ///   - key: The identity of the entity.
  ///   - row: The row to store.
  ///   - body: The bytes to store instead of the bytes in `row`.
  /// - Returns: `false` if the stored value is from a later version of the type. That value is
  ///   kept.
  private func putEntity(
    _ key: RowKey, _ row: EntityRow, _ body: UnsafeRawBufferPointer
  ) throws(SQLiteError) -> Bool {
    let values: [SQLiteValue] = [
      .integer(key.kind), SQLiteValue(key.id), .integer(row.type), .integer(row.since),
      .integer(row.version),
    ]
    if try insert(.entities, values, body) { return true }
    return try update(.entities, values, body, where: " AND version <= ?5")
  }

  /// Returns `true` if the stored value of an entity is from a later version of its type.
  private func hasEntity(
    _ key: RowKey, type: Int64, laterThan version: Int64
  ) throws(SQLiteError) -> Bool {
    try database.statement(
      "SELECT 1 FROM entity WHERE kind = ? AND id = ? AND type = ? AND version > ?"
    ).first(.integer(key.kind), SQLiteValue(key.id), .integer(type), .integer(version)) { _ in
      true
    } ?? false
  }

  /// Stores an entity as one entity type, with the bytes of the row.
  func putEntity(_ key: RowKey, _ row: EntityRow) throws(SQLiteError) -> Bool {
    let result = row.body.withUnsafeBytes { bytes in
      Result { () throws(SQLiteError) in try putEntity(key, row, bytes) }
    }
    return try result.get()
  }

  /// Removes the stored value of an entity for one of its types, or for all types if `type` is
  /// `nil`.
  func removeEntity(_ key: RowKey, type: Int64? = nil) throws(SQLiteError) {
    let (kind, id) = (SQLiteValue.integer(key.kind), SQLiteValue(key.id))
    var types = type.map { [$0] } ?? []
    if type == nil {
      types = try database.statement("SELECT type FROM entity WHERE kind = ? AND id = ?")
        .all(kind, id) { $0.integer(0) }
    }
    for type in types { try delete(.entities, [kind, id, .integer(type)]) }
  }

  // MARK: - References

  /// Returns the references that meet a condition.
  func references(
    _ condition: String, _ values: [SQLiteValue]
  ) throws(SQLiteError) -> [Reference] {
    try rows(.references, condition, values) { row in
      guard let child = row.id(1), let parent = row.id(3) else { return nil }
      return Reference(
        child: RowKey(kind: row.integer(0), id: child),
        parent: RowKey(kind: row.integer(2), id: parent), type: row.integer(4),
        isRequired: row.integer(5) != 0)
    }
  }

  /// Returns the children that the stored value of an entity for one of its types references.
  ///
  /// The Boolean value of each child indicates whether the entity requires it.
  func references(of id: StoredID, _ kind: Kind) throws(SQLiteError) -> [RowKey: Bool] {
    let references = try references(
      "parent_kind = ? AND parent_id = ? AND parent_type = ?",
      [.integer(kind.entity), SQLiteValue(id), .integer(kind.type)])
    return Dictionary(
      references.map { ($0.child, $0.isRequired) }, uniquingKeysWith: { one, _ in one })
  }

  /// Replaces the references in the stored value of an entity for one of its types.
  ///
  /// The method writes only the differences.
  func setReferences(
    _ references: [EntityKey: Bool], of id: StoredID, _ kind: Kind
  ) throws(SQLiteError) {
    var former = try self.references(of: id, kind)
    let parent = RowKey(kind: kind.entity, id: id)
    for (key, isRequired) in references {
      guard let child = StoredID(key.id) else { continue }
      let childKey = RowKey(kind: try addedNumber(of: key.entityName), id: child)
      let existing = former.removeValue(forKey: childKey)
      if existing == isRequired { continue }
      try put(
        Reference(child: childKey, parent: parent, type: kind.type, isRequired: isRequired))
    }
    for (childKey, isRequired) in former {
      try remove(
        Reference(child: childKey, parent: parent, type: kind.type, isRequired: isRequired))
    }
  }

  /// Stores a reference.
  func put(_ reference: Reference) throws(SQLiteError) {
    let values = reference.key + [.integer(reference.isRequired ? 1 : 0)]
    if try insert(.references, values) { return }
    _ = try update(.references, values)
  }

  /// Removes a reference and marks its child as a possible orphan.
  func remove(_ reference: Reference) throws(SQLiteError) {
    try delete(.references, reference.key)
    try addOrphan(reference.child)
  }
}

extension CacheFile.Reference {
  fileprivate var key: [SQLiteValue] {
    [
      .integer(child.kind), SQLiteValue(child.id), .integer(parent.kind), SQLiteValue(parent.id),
      .integer(type),
    ]
  }
}

extension CacheFile {
  /// Saves a batch, completely or not at all.
  ///
  /// Deletions are applied before upserts, and upserts before list edits.
  ///
  /// - Returns: The changes that other connections made since the previous call, if any, and the
  ///   error of the first entity that is not saved, if any.
  func apply(_ batch: EntityBatch) throws -> (changes: ExternalChanges?, refused: EntityCacheError?)
  {
    if let writeError { throw writeError }
    if database.hasMoved {
      throw EntityCacheError(.notWritable, localized("\(name): moved or removed"))
    }
    if hasShrunk {
      throw EntityCacheError(.damaged, localized("\(name): truncated by another program"))
    }
    let (changes, refused, commit) = try write {
      for name in Set(batch.deletions.map(\.entityName) + batch.listEdits.map(\.entityName)) {
        for shape in EntityDescriptor.all(named: name) { try adoptFormerNames(of: shape) }
      }
      let changes = try self.externalChanges()
      let commit = try latestCommit() + 1
      let deleted = try delete(batch.deletions, commit: commit)
      let refused = try save(batch.upserts, commit: commit)
      for edit in batch.listEdits { try apply(edit, commit: commit) }
      // An entity that was deleted and inserted again is not an orphan.
      for key in deleted { try removeOrphan(key) }
      try recordChanges(of: batch, deleted: deleted, commit: commit)
      return (changes, refused, commit)
    }
    seen = commit
    updateMaxSize()
    CommitWatcher.touch(path)
    return (changes?.changes, refused)
  }

  // MARK: - Entities

  /// Saves entities, except entities whose stored value is from a later version of the program.
  ///
  /// - Returns: The error of the first entity that is not saved, or `nil`.
  private func save(_ upserts: [EntityBatch.Upsert], commit: Int64) throws -> EntityCacheError? {
    var refused: EntityCacheError?
    func refuse(_ upsert: EntityBatch.Upsert) {
      if refused != nil { return }
      let error = newerVersion(upsert.shape.key(of: upsert.value))
      log("\(error)")
      refused = error
    }
    try EncodedUpserts(upserts).forEach { encoded, bytes in
      let (id, shape) = (encoded.id, encoded.upsert.shape)
      let kind = try addedKind(of: shape)
      let rowKey = RowKey(kind: kind.entity, id: id)
      let version = Int64(shape.storedVersion)
      switch encoded.body {
      case .success(let body):
        let row = EntityRow(type: kind.type, body: [], since: commit, version: version)
        let isStored = try putEntity(
          rowKey, row, UnsafeRawBufferPointer(rebasing: bytes[body.range]))
        guard isStored else { return refuse(encoded.upsert) }
        if shape.hasChildren { try setReferences(body.references, of: id, kind) }
      case .failure(let error):
        if try hasEntity(rowKey, type: kind.type, laterThan: version) {
          return refuse(encoded.upsert)
        }
        // The stored value is outdated.
        let key = shape.key(of: encoded.upsert.value)
        log(localized("\(name): \(key) was not saved: \(CacheFile.line(error))"))
        try removeEntity(rowKey, type: kind.type)
        try setReferences([:], of: id, kind)
      }
    }
    return refused
  }

  private func newerVersion(_ key: EntityKey) -> EntityCacheError {
    EntityCacheError(
      .newerEntity,
      localized(
        """
        \(name): cannot save \(key): a later version of the program has saved it\
         (use that version, or delete the entity)
        """))
  }

  // MARK: - Deletions

  /// Deletes entities, and all entities that require them.
  ///
  /// - Returns: The deleted entities.
  private func delete(_ keys: [EntityKey], commit: Int64) throws(SQLiteError) -> Set<RowKey> {
    var deleted: Set<RowKey> = []
    var pending: [RowKey] = []
    for key in keys {
      guard let id = StoredID(key.id), let kind = try number(of: key.entityName) else { continue }
      pending.append(RowKey(kind: kind, id: id))
    }
    // Each entity is visited once, so the loop ends. It needs no recursion for long chains.
    while let key = pending.popLast() {
      guard deleted.insert(key).inserted else { continue }
      pending += try deleteOne(key)
    }
    for (kind, keys) in Dictionary(grouping: deleted, by: \.kind) {
      try removeFromLists(keys.map(\.id), kind: kind, commit: commit)
    }
    return deleted
  }

  /// Deletes one entity.
  ///
  /// - Returns: The parents that require the entity. The caller must delete them too.
  private func deleteOne(_ key: RowKey) throws(SQLiteError) -> [RowKey] {
    try removeEntity(key)
    // Its references are removed, so that it does not return to its parents if it is inserted
    // again.
    let parents = try references(
      "kind = ? AND id = ?", [.integer(key.kind), SQLiteValue(key.id)])
    let children = try references(
      "parent_kind = ? AND parent_id = ?", [.integer(key.kind), SQLiteValue(key.id)])
    for reference in parents + children { try remove(reference) }
    return parents.filter(\.isRequired).map(\.parent)
  }

  /// Returns the description of an error in one line.
  static func line(_ error: any Error) -> String {
    "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension CacheFile {
  /// Loads entities with all their children, in the order of the requests.
  func load(_ requests: [EntityRequest]) throws -> [LoadedEntity] {
    try adoptFormerNames(of: requests.map(\.shape))
    return try read {
      let loader = try EntityLoader(file: self)
      return try requests.map { request in
        try StoredID(request.key.id).map { try loader.entity($0, request.shape) } ?? .missing
      }
    }
  }

  /// Loads the existing entities of a list, or returns `nil` if the list is not stored.
  ///
  /// - Throws: `EntityCacheError.Kind.unknownType` if the list has entities of another kind, or
  ///   `EntityCacheError.Kind.unreadable` if the list is damaged.
  func loadList(_ name: String, of shape: EntityDescriptor) throws -> LoadedList? {
    try adoptFormerNames(of: [shape])
    return try read {
      guard let (ids, kind) = try ids(ofList: name) else { return nil }
      guard try entityNumber(of: shape) == kind else {
        throw try otherKind(kind, inList: name, shape)
      }
      let loader = try EntityLoader(file: self)
      var list = LoadedList()
      var foreign: [StoredID] = []
      for id in ids {
        switch try loader.entity(id, shape) {
        case .entity(let entity): list.entities.append(entity)
        case .missing: break
        case .unreadable(let error):
          list.unreadable.append(error)
          if error.kind != .unreadable { foreign.append(id) }
        }
      }
      foreignRows[name] = foreign.isEmpty ? nil : foreign
      return list
    }
  }

  private func otherKind(
    _ kind: Int64, inList list: String, _ shape: EntityDescriptor
  ) throws -> EntityCacheError {
    let found = try names().first { $0.number == kind }?.text ?? "?"
    return EntityCacheError(
      .unknownType,
      localized(
        """
        \(name): cannot read the list "\(list)": it holds \(found), not \(shape.entityName)\
         (if the type was renamed, add "\(found)" to formerNames of \(shape.storedName))
        """))
  }
}
