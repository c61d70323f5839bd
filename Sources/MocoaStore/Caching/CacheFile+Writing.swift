internal import MocoaLocalization
internal import MocoaModel
internal import MocoaSystem

extension CacheFile {
  /// Saves a batch, completely or not at all.
  ///
  /// Deletions are applied before upserts, and upserts before list edits.
  ///
  /// - Returns: The changes that other connections made since the previous call, if any, and the
  ///   error of the first entity that is not saved, if any.
  func apply(_ batch: EntityBatch) throws -> (news: ExternalChanges?, refused: EntityCacheError?) {
    if let writeError { throw writeError }
    if database.hasMoved {
      throw EntityCacheError(.notWritable, localized("\(name): moved or removed"))
    }
    if hasShrunk {
      throw EntityCacheError(.damaged, localized("\(name): truncated by another program"))
    }
    let (news, refused, commit) = try write {
      for name in Set(batch.deletions.map(\.entityName) + batch.listEdits.map(\.entityName)) {
        for shape in EntityDescriptor.all(named: name) { try adoptFormerNames(of: shape) }
      }
      let news = try self.externalChanges()
      let commit = try latestCommit() + 1
      let deleted = try delete(batch.deletions, commit: commit)
      let refused = try save(batch.upserts, commit: commit)
      for edit in batch.listEdits { try apply(edit, commit: commit) }
      // An entity that was deleted and inserted again is not an orphan.
      for place in deleted { try removeOrphan(place) }
      try recordChanges(of: batch, deleted: deleted, commit: commit)
      return (news, refused, commit)
    }
    seen = commit
    updateMaxSize()
    CommitWatcher.touch(path)
    return (news?.news, refused)
  }

  // MARK: - Entities

  /// Saves entities, except those whose stored value is from a later version of the program.
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
      let place = RowKey(kind: kind.entity, id: id)
      let version = Int64(shape.storedVersion)
      switch encoded.body {
      case .success(let body):
        let row = EntityRow(type: kind.type, body: [], since: commit, version: version)
        let isKept = try putEntity(
          place, row, UnsafeRawBufferPointer(rebasing: bytes[body.range]))
        guard isKept else { return refuse(encoded.upsert) }
        if shape.hasChildren { try setReferences(body.references, of: id, kind) }
      case .failure(let error):
        if try hasEntity(place, type: kind.type, laterThan: version) {
          return refuse(encoded.upsert)
        }
        // The stored value is outdated.
        let key = shape.key(of: encoded.upsert.value)
        log(localized("\(name): \(key) was not saved: \(CacheFile.line(error))"))
        try removeEntity(place, type: kind.type)
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
    var gone: Set<RowKey> = []
    var rest: [RowKey] = []
    for key in keys {
      guard let id = StoredID(key.id), let kind = try number(of: key.entityName) else { continue }
      rest.append(RowKey(kind: kind, id: id))
    }
    // Each entity is visited once, so the loop ends. It needs no recursion for long chains.
    while let place = rest.popLast() {
      guard gone.insert(place).inserted else { continue }
      rest += try deleteOne(place)
    }
    for (kind, places) in Dictionary(grouping: gone, by: \.kind) {
      try removeFromLists(places.map(\.id), kind: kind, commit: commit)
    }
    return gone
  }

  /// Deletes one entity.
  ///
  /// - Returns: The parents that require it, which the caller must delete too.
  private func deleteOne(_ place: RowKey) throws(SQLiteError) -> [RowKey] {
    try removeEntity(place)
    // Its references are removed, so that it does not return to its parents if it is inserted
    // again.
    let parents = try references(
      "kind = ? AND id = ?", [.integer(place.kind), SQLiteValue(place.id)])
    let children = try references(
      "parent_kind = ? AND parent_id = ?", [.integer(place.kind), SQLiteValue(place.id)])
    for reference in parents + children { try remove(reference) }
    return parents.filter(\.isRequired).map(\.parent)
  }

  /// Returns the description of an error in one line.
  static func line(_ error: any Error) -> String {
    "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
