internal import MocoaLocalization
internal import MocoaModel
internal import MocoaSQLite

/// A reader of entities in a cache file, including all their children.
///
/// An entity with children is read only once.
final class EntityLoader {
  private let file: CacheFile
  private let bodies: SQLiteStatement
  private let ages: SQLiteStatement
  private var results: [Key: Found] = [:]

  /// For each entity type, the other types of its entity kind, by the name IDs under which they are
  /// stored.
  private var others: [ObjectIdentifier: [Int64: EntityDescriptor]] = [:]
  private var depth = 0

  private struct Key: Hashable {
    let shape: ObjectIdentifier
    let id: StoredID
  }

  private enum Found {
    /// The entity is being read.
    ///
    /// An entity that is found in this state contains itself, which is an error.
    case begun
    case entity((any Entity)?)
    case unreadable(Unreadable)
  }

  /// The error that prevents reading an entity and all entities that contain it.
  private enum Unreadable: Error {
    case cycle, depth, damaged, lost
    case unknownType(found: String, expected: String)
    case newerVersion(Int64, supported: Int)
    case otherIdentity
    case undecodable(any Error)

    /// A child of the entity is unreadable, for the associated reason.
    indirect case within(EntityKey, Unreadable)

    var kind: EntityCacheError.Kind {
      switch self {
      case .unknownType: .unknownType
      case .newerVersion: .newerVersion
      case .within(_, let other): other.kind
      case .cycle, .depth, .damaged, .lost, .otherIdentity, .undecodable: .unreadable
      }
    }

    var reason: String {
      switch self {
      case .cycle: localized("it contains itself")
      case .depth: localized("it is nested deeper than \(CodingPath.maxDepth) levels")
      case .unknownType(let found, let expected):
        localized(
          """
          it is stored as the unknown type "\(found)"\
           (if the type was renamed, add that name to formerNames of \(expected))
          """)
      case .newerVersion(let version, let supported):
        localized(
          """
          it has version \(version), and this program supports \(supported)\
           (use a later version)
          """)
      case .damaged: localized("its bytes are damaged (load it from its origin, and save it again)")
      case .lost: localized("it is missing, because the damaged file has lost rows")
      case .otherIdentity: localized("it is stored under another identity")
      case .undecodable(let error): CacheFile.line(error)
      case .within(let key, let other):
        localized("it contains \(key), which cannot be read: \(other.reason)")
      }
    }
  }

  init(file: CacheFile) throws(SQLiteError) {
    self.file = file
    bodies = try file.database.statement(
      "\(CheckedTable.entities.select) WHERE kind = ? AND id = ? AND type = ?")
    ages = try file.database.statement(
      "SELECT type, since FROM entity WHERE kind = ? AND id = ? ORDER BY since")
  }

  /// Loads an entity as an entity type.
  func entity(_ id: StoredID, _ shape: EntityDescriptor) throws -> LoadedEntity {
    do {
      return try part(id, shape).map { .entity($0) } ?? .missing
    } catch let error as Unreadable {
      results[Key(shape: ObjectIdentifier(shape), id: id)] = .unreadable(error)
      let message = localized(
        "\(file.name): cannot read \(shape.entityName) \(id.itemID ?? "?"): \(error.reason)")
      file.log(message)
      return .unreadable(EntityCacheError(error.kind, message))
    }
  }

  private func part(_ id: StoredID, _ shape: EntityDescriptor) throws -> (any Entity)? {
    // A type without children cannot be in a cycle, so its values are not retained.
    if !shape.hasChildren { return try loadComplete(id, shape) }
    let key = Key(shape: ObjectIdentifier(shape), id: id)
    switch results[key] {
    case .begun: throw Unreadable.cycle
    case .entity(let entity): return entity
    case .unreadable(let error): throw error
    case nil: break
    }
    if depth > CodingPath.maxDepth { throw Unreadable.depth }
    results[key] = .begun
    depth += 1
    defer { depth -= 1 }
    do {
      let entity = try loadComplete(id, shape)
      results[key] = .entity(entity)
      return entity
    } catch {
      results[key] = nil
      throw error
    }
  }

  /// Returns an entity with the newer fields of its values for other types, or `nil` if it does not
  /// exist.
  private func loadComplete(_ id: StoredID, _ shape: EntityDescriptor) throws -> (any Entity)? {
    guard let kind = try file.kind(of: shape), let row = try body(id, kind) else {
      try checkTypes(of: id, shape)
      return nil
    }
    return try completed(decode(row, id, shape, kind), id, shape, kind)
  }

  /// Throws an error if an entity is stored only as types that the program does not know.
  private func checkTypes(of id: StoredID, _ shape: EntityDescriptor) throws {
    guard let number = try file.entityNumber(of: shape) else { return }
    let stored = try ages.all(.integer(number), SQLiteValue(id)) { $0.integer(0) }
    guard try file.isIntact(.entities) else { throw Unreadable.lost }
    guard let type = stored.first else { return }
    let others = try others(than: shape)
    if stored.contains(where: { others[$0] != nil }) { return }
    let name = try file.names().first { $0.number == type }?.text ?? "?"
    throw Unreadable.unknownType(found: name, expected: shape.storedName)
  }

  private func completed(
    _ entity: (any Entity)?, _ id: StoredID, _ shape: EntityDescriptor, _ kind: CacheFile.Kind
  ) throws -> (any Entity)? {
    guard var entity else { return nil }
    let others = try others(than: shape)
    if others.isEmpty { return entity }
    // A later value of another type may be lost.
    guard try file.isIntact(.entities) else { throw Unreadable.lost }
    let kept = try ages.all(.integer(kind.entity), SQLiteValue(id)) { row in
      (type: row.integer(0), since: row.integer(1))
    }
    let since = kept.first { $0.type == kind.type }?.since ?? 0
    for body in kept where body.since > since {
      // Each of these includes changes that are later than its own.
      guard let other = others[body.type], let newer = try part(id, other) else { continue }
      entity = entity.merging(newer)
    }
    return entity
  }

  private func others(than shape: EntityDescriptor) throws(SQLiteError) -> [Int64: EntityDescriptor]
  {
    if let others = others[ObjectIdentifier(shape)] { return others }
    var found: [Int64: EntityDescriptor] = [:]
    for other in EntityDescriptor.all(named: shape.entityName) where other !== shape {
      if let kind = try file.kind(of: other) { found[kind.type] = other }
    }
    others[ObjectIdentifier(shape)] = found
    return found
  }

  private struct Body {
    let bytes: [UInt8]
    let version: Int64
    let isSound: Bool
  }

  /// Returns the stored fields of an entity, or `nil` if it does not exist.
  private func body(_ id: StoredID, _ kind: CacheFile.Kind) throws(SQLiteError) -> Body? {
    try bodies.first(.integer(kind.entity), SQLiteValue(id), .integer(kind.type)) { row in
      Body(bytes: row.blob(5) ?? [], version: row.integer(4), isSound: row.isSound)
    }
  }

  /// Decodes the stored fields of an entity.
  ///
  /// - Returns: The entity, or `nil` if it counts as deleted because a child that it requires was
  ///   deleted.
  private func decode(
    _ body: Body, _ id: StoredID, _ shape: EntityDescriptor, _ kind: CacheFile.Kind
  ) throws -> (any Entity)? {
    guard body.isSound else { throw Unreadable.damaged }
    if body.version > shape.storedVersion {
      throw Unreadable.newerVersion(body.version, supported: shape.storedVersion)
    }
    let references: [CacheFile.RowKey: Bool]
    do throws(SQLiteError) {
      references = shape.hasChildren ? try file.references(of: id, kind) : [:]
    } catch {
      // The other entities remain readable.
      if error.isDamage { throw Unreadable.damaged }
      throw error
    }
    let entity: any Entity
    do {
      entity = try body.bytes.withUnsafeBytes { bytes in
        try EntityDecoder.decode(bytes, shape, version: Int(body.version)) { child, childShape in
          guard let stored = StoredID(child),
            let number = try self.file.entityNumber(of: childShape),
            references[CacheFile.RowKey(kind: number, id: stored)] != nil
          else {
            guard try self.file.isIntact(.references) else { throw Unreadable.lost }
            return nil
          }
          do {
            return try self.part(stored, childShape)
          } catch let error as Unreadable {
            // If unreadable entities are nested, the error names the innermost.
            if case .within = error { throw error }
            throw Unreadable.within(
              EntityKey(entityName: childShape.entityName, id: child), error)
          }
        }
      }
    } catch is EntityDecoder.MissingChild {
      return nil
    } catch let error as SQLiteError {
      throw error
    } catch let error as Unreadable {
      throw error
    } catch {
      throw Unreadable.undecodable(error)
    }
    if StoredID(entity.itemID) == id { return entity }
    throw Unreadable.otherIdentity
  }
}
