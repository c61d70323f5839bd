internal import MocoaLanguage
internal import MocoaModel

extension CacheFile {
  /// The entities at places; nil for each that is not there, or cannot be read.
  func load(_ places: [EntityPlace]) throws -> [(any Entity)?] {
    try read {
      let loader = try EntityLoader(file: self)
      return try places.map { place in
        try StoredID(place.key.id).flatMap { try loader.entity($0, place.shape) }
      }
    }
  }

  /// The entities of a list, those that are there; nil where no such list is kept.
  func loadList(_ name: String, of shape: EntityShape) throws -> [any Entity]? {
    try read {
      guard let kind = try number(of: shape.entityName),
        let ids = try ids(ofList: name, kind: kind)
      else { return nil }
      let loader = try EntityLoader(file: self)
      return try ids.compactMap { try loader.entity($0, shape) }
    }
  }
}

/// Reads entities with all that is in them, each once.
private final class EntityLoader {
  private let file: CacheFile
  private let bodies: SQLiteStatement
  private let ages: SQLiteStatement
  private var known: [Key: Found] = [:]

  /// The other types that may show what a type shows, by the numbers of their bodies.
  private var others: [ObjectIdentifier: [Int64: EntityShape]] = [:]
  private var depth = 0

  private struct Key: Hashable {
    let shape: ObjectIdentifier
    let id: StoredID
  }

  private enum Found {
    /// It is being read, and so must not be in itself.
    case begun
    case entity((any Entity)?)
    case tangled(Tangle)
  }

  /// What is in itself, or too deep: nothing around it can be read.
  fileprivate enum Tangle: Error, CustomStringConvertible {
    case cycle, depth

    var description: String {
      switch self {
      case .cycle: phrase("it is in itself")
      case .depth: phrase("it is nested deeper than \(CodingPath.deepest) levels")
      }
    }
  }

  init(file: CacheFile) throws(SQLiteError) {
    self.file = file
    bodies = try file.database.statement(
      "SELECT body FROM entity WHERE kind = ? AND id = ? AND type = ?")
    ages = try file.database.statement(
      "SELECT type, since FROM entity WHERE kind = ? AND id = ? ORDER BY since")
  }

  /// An entity; nil where there is none, or it cannot be read.
  func entity(_ id: StoredID, _ shape: EntityShape) throws -> (any Entity)? {
    // What is in nothing and holds nothing is read here and now, and never again.
    if !shape.hasChildren {
      return try body(id, shape).flatMap { try completed(decode($0, id, shape), id, shape) }
    }
    let key = Key(shape: ObjectIdentifier(shape), id: id)
    if case .tangled? = known[key] { return nil }
    do {
      return try part(id, shape)
    } catch let tangle as Tangle {
      file.log(
        phrase("\(file.name): \(shape.entityName) \(id.itemID ?? "?") is not read: \(tangle)"))
      known[key] = .tangled(tangle)
      return nil
    }
  }

  private func part(_ id: StoredID, _ shape: EntityShape) throws -> (any Entity)? {
    let key = Key(shape: ObjectIdentifier(shape), id: id)
    switch known[key] {
    case .begun: throw Tangle.cycle
    case .entity(let entity): return entity
    case .tangled(let tangle): throw tangle
    case nil: break
    }
    if depth > CodingPath.deepest { throw Tangle.depth }
    guard let body = try body(id, shape) else { return nil }
    known[key] = .begun
    depth += 1
    defer { depth -= 1 }
    do {
      let entity = try completed(decode(body, id, shape), id, shape)
      known[key] = .entity(entity)
      return entity
    } catch {
      known[key] = nil
      throw error
    }
  }

  /// An entity with what was kept of it later, as other types.
  private func completed(
    _ entity: (any Entity)?, _ id: StoredID, _ shape: EntityShape
  ) throws -> (any Entity)? {
    guard var entity, let kind = try file.kind(of: shape) else { return entity }
    let others = try others(than: shape)
    if others.isEmpty { return entity }
    let kept = try ages.all(.integer(kind.entity), SQLiteValue(id)) { row in
      (type: row.integer(0), since: row.integer(1))
    }
    let since = kept.first { $0.type == kind.type }?.since ?? 0
    for body in kept where body.since > since {
      // Each of these has what was kept later than itself.
      guard let other = others[body.type], let newer = try part(id, other) else { continue }
      entity = entity.merging(newer)
    }
    return entity
  }

  private func others(than shape: EntityShape) throws(SQLiteError) -> [Int64: EntityShape] {
    if let others = others[ObjectIdentifier(shape)] { return others }
    var found: [Int64: EntityShape] = [:]
    for other in EntityShape.all(named: shape.entityName) where other !== shape {
      if let kind = try file.kind(of: other) { found[kind.type] = other }
    }
    others[ObjectIdentifier(shape)] = found
    return found
  }

  /// The bytes of an entity.
  private func body(_ id: StoredID, _ shape: EntityShape) throws(SQLiteError) -> [UInt8]? {
    guard let kind = try file.kind(of: shape) else { return nil }
    let body = try bodies.first(.integer(kind.entity), SQLiteValue(id), .integer(kind.type)) {
      $0.blob(0)
    }
    return body ?? nil
  }

  private func decode(
    _ body: [UInt8], _ id: StoredID, _ shape: EntityShape
  ) throws -> (any Entity)? {
    var valid: [CacheFile.Place: Bool] = [:]
    if shape.hasChildren, let kind = try file.kind(of: shape) {
      valid = try file.references(of: id, kind)
    }
    let references = valid
    do {
      let entity = try body.withUnsafeBytes { bytes in
        try EntityDecoder.decode(bytes, shape) { child, childShape in
          guard let child = StoredID(child),
            let number = try self.file.number(of: childShape.entityName),
            references[CacheFile.Place(kind: number, id: child)] != nil
          else { return nil }
          return try self.part(child, childShape)
        }
      }
      if StoredID(entity.itemID) == id { return entity }
      file.log(
        phrase("\(file.name): \(shape.entityName) \(id.itemID ?? "?") is kept by another identity"))
    } catch is EntityDecoder.MissingChild {
      // It cannot be without what is gone, and so is gone itself.
    } catch let error as SQLiteError {
      throw error
    } catch let tangle as Tangle {
      throw tangle
    } catch {
      file.log(
        phrase(
          """
          \(file.name): \(shape.entityName) \(id.itemID ?? "?") is not read:\
           \(CacheFile.line(error))
          """))
    }
    return nil
  }
}
