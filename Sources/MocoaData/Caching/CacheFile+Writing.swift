internal import MocoaLanguage
internal import MocoaModel

extension CacheFile {
  /// Keeps a batch, all of it or nothing.
  ///
  /// Deletions come first, then what is new or has changed, then lists: a batch says what there is at
  /// its end.
  ///
  /// - Returns: what others had changed before, if there is anything.
  func apply(_ batch: EntityBatch) throws -> EntityNews? {
    if let refusal { throw refusal }
    if database.hasMoved {
      throw EntityCacheError(.notWritable, phrase("\(name): was moved or removed meanwhile"))
    }
    if hasShrunk {
      throw EntityCacheError(.damaged, phrase("\(name): was cut short by another program"))
    }
    let (news, commit) = try write {
      let news = try self.news()
      let commit = try latestCommit() + 1
      let deleted = try delete(batch.deletions, commit: commit)
      try keep(batch.upserts, commit: commit)
      for edit in batch.listEdits { try apply(edit, commit: commit) }
      try tellOthers(of: batch, deleted: deleted, commit: commit)
      return (news, commit)
    }
    seen = commit
    noteSize()
    DatabaseWatch.touch(path)
    return news?.news
  }

  // MARK: - Entities

  private func keep(_ upserts: [EntityBatch.Upsert], commit: Int64) throws {
    let insert = try database.statement("INSERT OR REPLACE INTO entity VALUES (?, ?, ?, ?, ?)")
    try insert.bind(.integer(commit), at: 5)
    var last: (shape: EntityShape, kind: Kind)?
    try EncodedUpserts(upserts).forEach { encoded, bytes in
      let (id, shape) = (encoded.id, encoded.upsert.shape)
      // Those of one kind come behind each other, and what is bound stays bound.
      let known = last?.shape === shape ? last?.kind : nil
      let kind = try known ?? addedKind(of: shape)
      switch encoded.body {
      case .success(let body):
        if known == nil {
          try insert.bind(.integer(kind.entity), at: 1)
          try insert.bind(.integer(kind.type), at: 3)
          last = (shape, kind)
        }
        try insert.bind(SQLiteValue(id), at: 2)
        try insert.run(with: UnsafeRawBufferPointer(rebasing: bytes[body.place]), at: 4)
        if shape.hasChildren { try setReferences(body.references, of: id, kind) }
      case .failure(let error):
        // What it was before is not what it is now.
        let key = shape.key(of: encoded.upsert.value)
        log(phrase("\(name): \(key) is not kept: \(CacheFile.line(error))"))
        try database.statement("DELETE FROM entity WHERE kind = ? AND id = ? AND type = ?")
          .run(.integer(kind.entity), SQLiteValue(id), .integer(kind.type))
        try setReferences([:], of: id, kind)
      }
    }
  }

  /// An identity within a kind.
  struct Place: Hashable {
    let kind: Int64
    let id: StoredID
  }

  /// The references that the body of a parent has, of those that are valid still.
  func references(of id: StoredID, _ kind: Kind) throws(SQLiteError) -> [Place: Bool] {
    let rows = try database.statement(
      """
      SELECT kind, id, is_required FROM reference
      WHERE parent_kind = ? AND parent_id = ? AND parent_type = ?
      """
    ).all(.integer(kind.entity), SQLiteValue(id), .integer(kind.type)) { row in
      row.id(1).map { (Place(kind: row.integer(0), id: $0), row.integer(2) != 0) }
    }
    return Dictionary(rows, uniquingKeysWith: { one, _ in one })
  }

  /// Makes the references of a parent what they are, writing only what differs.
  private func setReferences(
    _ references: [EntityKey: Bool], of id: StoredID, _ kind: Kind
  ) throws(SQLiteError) {
    var former = try self.references(of: id, kind)
    let parent = (SQLiteValue.integer(kind.entity), SQLiteValue(id), SQLiteValue.integer(kind.type))
    for (key, isRequired) in references {
      guard let child = StoredID(key.id) else { continue }
      let childKind = try addedNumber(of: key.entityName)
      let known = former.removeValue(forKey: Place(kind: childKind, id: child))
      if known == isRequired { continue }
      try database.statement("INSERT OR REPLACE INTO reference VALUES (?, ?, ?, ?, ?, ?)")
        .run(
          .integer(childKind), SQLiteValue(child), parent.0, parent.1, parent.2,
          .integer(isRequired ? 1 : 0))
    }
    for place in former.keys {
      try database.statement(
        """
        DELETE FROM reference WHERE kind = ? AND id = ?
          AND parent_kind = ? AND parent_id = ? AND parent_type = ?
        """
      ).run(.integer(place.kind), SQLiteValue(place.id), parent.0, parent.1, parent.2)
    }
  }

  // MARK: - Deletions

  /// Deletes entities, and all that cannot be without them.
  ///
  /// - Returns: who is gone.
  private func delete(_ keys: [EntityKey], commit: Int64) throws(SQLiteError) -> Set<Place> {
    var gone: Set<Place> = []
    var rest: [Place] = []
    for key in keys {
      guard let id = StoredID(key.id), let kind = try number(of: key.entityName) else { continue }
      rest.append(Place(kind: kind, id: id))
    }
    // What nobody refers to is looked at once, so that this ends; however long the chain is, it is no
    // recursion.
    while let place = rest.popLast() {
      guard gone.insert(place).inserted else { continue }
      rest += try deleteOne(place)
    }
    for (kind, places) in Dictionary(grouping: gone, by: \.kind) {
      try removeFromLists(places.map(\.id), kind: kind, commit: commit)
    }
    return gone
  }

  /// - Returns: the parents that cannot be without it.
  private func deleteOne(_ place: Place) throws(SQLiteError) -> [Place] {
    let (kind, id) = (SQLiteValue.integer(place.kind), SQLiteValue(place.id))
    let parents = try database.statement(
      "SELECT parent_kind, parent_id FROM reference WHERE kind = ? AND id = ? AND is_required = 1"
    ).all(kind, id) { row in row.id(1).map { Place(kind: row.integer(0), id: $0) } }
    try database.statement("DELETE FROM entity WHERE kind = ? AND id = ?").run(kind, id)
    // So it is in none of the others, even if it comes again; and they are not its parents.
    try database.statement("DELETE FROM reference WHERE kind = ? AND id = ?").run(kind, id)
    try database.statement("DELETE FROM reference WHERE parent_kind = ? AND parent_id = ?")
      .run(kind, id)
    return parents
  }

  /// An error in one line.
  static func line(_ error: any Error) -> String {
    "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
