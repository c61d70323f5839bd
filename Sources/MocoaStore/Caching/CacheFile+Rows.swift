internal import MocoaSystem

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
  ///   - place: The identity of the entity.
  ///   - row: The row to store.
  ///   - body: The bytes to store instead of those of the row.
  /// - Returns: `false` if the stored value is from a later version of the type. That value is
  ///   kept.
  func putEntity(
    _ place: RowKey, _ row: EntityRow, _ body: UnsafeRawBufferPointer
  ) throws(SQLiteError) -> Bool {
    let values: [SQLiteValue] = [
      .integer(place.kind), SQLiteValue(place.id), .integer(row.type), .integer(row.since),
      .integer(row.version),
    ]
    if try insert(.entities, values, body) { return true }
    return try update(.entities, values, body, where: " AND version <= ?5")
  }

  /// Returns `true` if the stored value of an entity is from a later version of its type.
  func hasEntity(
    _ place: RowKey, type: Int64, laterThan version: Int64
  ) throws(SQLiteError) -> Bool {
    try database.statement(
      "SELECT 1 FROM entity WHERE kind = ? AND id = ? AND type = ? AND version > ?"
    ).first(.integer(place.kind), SQLiteValue(place.id), .integer(type), .integer(version)) { _ in
      true
    } ?? false
  }

  /// Stores an entity as one entity type, with the bytes of the row.
  func putEntity(_ place: RowKey, _ row: EntityRow) throws(SQLiteError) -> Bool {
    let result = row.body.withUnsafeBytes { bytes in
      Result { () throws(SQLiteError) in try putEntity(place, row, bytes) }
    }
    return try result.get()
  }

  /// Removes the stored value of an entity as one entity type, or as all types if `type` is `nil`.
  func removeEntity(_ place: RowKey, type: Int64? = nil) throws(SQLiteError) {
    let (kind, id) = (SQLiteValue.integer(place.kind), SQLiteValue(place.id))
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

  /// Returns the children that an entity references as one type.
  ///
  /// The Boolean value of each child indicates whether the entity requires it.
  func references(of id: StoredID, _ kind: Kind) throws(SQLiteError) -> [RowKey: Bool] {
    let references = try references(
      "parent_kind = ? AND parent_id = ? AND parent_type = ?",
      [.integer(kind.entity), SQLiteValue(id), .integer(kind.type)])
    return Dictionary(
      references.map { ($0.child, $0.isRequired) }, uniquingKeysWith: { one, _ in one })
  }

  /// Replaces the references of an entity as one type, and writes only the differences.
  func setReferences(
    _ references: [EntityKey: Bool], of id: StoredID, _ kind: Kind
  ) throws(SQLiteError) {
    var former = try self.references(of: id, kind)
    let parent = RowKey(kind: kind.entity, id: id)
    for (key, isRequired) in references {
      guard let child = StoredID(key.id) else { continue }
      let place = RowKey(kind: try addedNumber(of: key.entityName), id: child)
      let known = former.removeValue(forKey: place)
      if known == isRequired { continue }
      try put(
        Reference(child: place, parent: parent, type: kind.type, isRequired: isRequired))
    }
    for (place, isRequired) in former {
      try remove(Reference(child: place, parent: parent, type: kind.type, isRequired: isRequired))
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
