internal import MocoaModel

extension CacheFile {
  /// The entity of a type; nil where there is none, or it cannot be read.
  func load(_ key: EntityKey, of shape: EntityShape) throws -> (any Entity)? {
    guard let id = StoredID(key.id) else { return nil }
    return try read {
      try EntityLoader(file: self).entity(id, shape)
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
  private var known: [Key: Found] = [:]
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
      case .cycle: "it is in itself"
      case .depth: "it is nested deeper than \(CodingPath.deepest) levels"
      }
    }
  }

  init(file: CacheFile) throws(SQLiteError) {
    self.file = file
    bodies = try file.database.statement(
      "SELECT body FROM entity WHERE kind = ? AND id = ? AND type = ?")
  }

  /// An entity; nil where there is none, or it cannot be read.
  func entity(_ id: StoredID, _ shape: EntityShape) throws -> (any Entity)? {
    // What is in nothing and holds nothing is read here and now, and never again.
    if !shape.hasChildren { return try body(id, shape).flatMap { try decode($0, id, shape) } }
    let key = Key(shape: ObjectIdentifier(shape), id: id)
    if case .tangled? = known[key] { return nil }
    do {
      return try part(id, shape)
    } catch let tangle as Tangle {
      file.log("\(file.name): \(shape.entityName) \(id.itemID ?? "?") is not read: \(tangle)")
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
      let entity = try decode(body, id, shape)
      known[key] = .entity(entity)
      return entity
    } catch {
      known[key] = nil
      throw error
    }
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
      file.log("\(file.name): \(shape.entityName) \(id.itemID ?? "?") is kept by another identity")
    } catch is EntityDecoder.MissingChild {
      // It cannot be without what is gone, and so is gone itself.
    } catch let error as SQLiteError {
      throw error
    } catch let tangle as Tangle {
      throw tangle
    } catch {
      file.log(
        "\(file.name): \(shape.entityName) \(id.itemID ?? "?") is not read:"
          + " \(CacheFile.line(error))")
    }
    return nil
  }
}
