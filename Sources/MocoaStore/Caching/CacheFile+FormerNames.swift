internal import MocoaSQLite

extension CacheFile {
  /// Returns the name IDs of the former entity names of a type.
  ///
  /// A name ID identifies an entry in the table of names.
  func formerKinds(of shape: EntityDescriptor) throws(SQLiteError) -> [Int64] {
    if shape.formerNames.isEmpty { return [] }
    return try names().filter { shape.hadEntityName($0.text) }.map(\.number)
  }

  /// Returns the name IDs of the names under which earlier versions of the program stored a type.
  func formerTypes(of shape: EntityDescriptor) throws(SQLiteError) -> [Int64] {
    if shape.formerNames.isEmpty { return [] }
    return try names().filter { shape.hadStoredName($0.text) }.map(\.number)
  }

  /// Stores the values of types under their current names if earlier versions of the program stored
  /// them under other names.
  ///
  /// The method examines each type once, and writes only if rows have a former name. It uses a
  /// dedicated transaction and does not wait for a lock of another program. If the file is locked,
  /// the rows are read under their former names.
  func adoptFormerNames(of shapes: some Sequence<EntityDescriptor>) throws {
    guard writeError == nil else { return }
    let shapes = related(to: shapes)
    if shapes.isEmpty { return }
    let isAnything = try read { try shapes.contains { try hasFormerRows($0) } }
    if !isAnything { return adopted.formUnion(shapes.map { ObjectIdentifier($0) }) }
    do {
      try database.execute("PRAGMA busy_timeout = 0")
      defer { try? database.execute("PRAGMA busy_timeout = \(busyTimeout)") }
      try write { for shape in shapes { try adoptFormerNames(of: shape) } }
    } catch let error as SQLiteError where error.isLocked {
      // The next load tries again.
    }
  }

  /// Returns `true` if rows of a type may be stored under its former names.
  ///
  /// Names are never removed from the file, so the presence of a former name is not sufficient.
  private func hasFormerRows(_ shape: EntityDescriptor) throws(SQLiteError) -> Bool {
    let kinds = try formerKinds(of: shape)
    let types = try formerTypes(of: shape)
    if kinds.isEmpty, types.isEmpty { return false }
    guard let kind = try number(of: shape.entityName), let type = try number(of: shape.storedName)
    else { return true }
    let own = try ownTypes(of: shape, types + [type])
    for former in kinds where former != kind {
      for type in own where try exists("entity WHERE kind = ? AND type = ?", former, type) {
        return true
      }
      // Rows of other types, and what contains them, stay.
      if try exists("entity WHERE kind = ?", former) { continue }
      if try exists("reference WHERE kind = ?", former) { return true }
      if try exists("list WHERE kind = ?", former) { return true }
    }
    for former in types where former != type {
      if try exists("entity WHERE kind = ? AND type = ?", kind, former) { return true }
    }
    return false
  }

  private func exists(_ rows: String, _ kind: Int64, _ type: Int64? = nil) throws(SQLiteError)
    -> Bool
  {
    let statement = try database.statement("SELECT 1 FROM \(rows) LIMIT 1")
    guard let type else { return try statement.first(.integer(kind)) { _ in true } ?? false }
    return try statement.first(.integer(kind), .integer(type)) { _ in true } ?? false
  }

  /// Returns the name IDs under which a type and all other types with its entity name are stored.
  ///
  /// - Parameter numbers: The name IDs under which the type itself is stored now or was stored
  ///   before.
  private func ownTypes(of shape: EntityDescriptor, _ numbers: [Int64]) throws(SQLiteError) -> Set<
    Int64
  > {
    var own = Set(numbers)
    for other in EntityDescriptor.all(named: shape.entityName) {
      if let number = try number(of: other.storedName) { own.insert(number) }
    }
    return own
  }

  private func needsAdoption(_ shape: EntityDescriptor) -> Bool {
    !shape.formerNames.isEmpty && !adopted.contains(ObjectIdentifier(shape))
  }

  /// Returns the types whose former names must still be searched for in the file.
  ///
  /// The method examines the given types, the types of their descendants, and all types with the
  /// same entity names.
  private func related(to shapes: some Sequence<EntityDescriptor>) -> [EntityDescriptor] {
    var found: [EntityDescriptor] = []
    func add(_ shape: EntityDescriptor) {
      if related.insert(ObjectIdentifier(shape)).inserted { found.append(shape) }
    }
    for shape in shapes { add(shape) }
    var next = 0
    while next < found.count {
      for type in found[next].childTypes { add(EntityDescriptor.descriptor(for: type)) }
      for shape in EntityDescriptor.all(named: found[next].entityName) { add(shape) }
      next += 1
    }
    let former = found.filter(needsAdoption)
    // Types that are not adopted now are searched for again.
    if !former.isEmpty { related = [] }
    return former
  }

  /// Replaces the former names of a type in all rows and lists, as part of the open transaction.
  func adoptFormerNames(of shape: EntityDescriptor) throws(SQLiteError) {
    guard needsAdoption(shape) else { return }
    adopted.insert(ObjectIdentifier(shape))
    let kinds = try formerKinds(of: shape)
    let types = try formerTypes(of: shape)
    if kinds.isEmpty, types.isEmpty { return }
    let kind = Kind(
      entity: try addedNumber(of: shape.entityName), type: try addedNumber(of: shape.storedName))
    // The former kind may be the current kind of other types, known or unknown, whose entities
    // stay.
    let own = try ownTypes(of: shape, types + [kind.type])
    for former in kinds where former != kind.entity {
      try moveKind(former, to: kind.entity, types: own)
    }
    for former in types where former != kind.type {
      try moveType(Kind(entity: kind.entity, type: former), to: kind)
    }
    clearKinds()
  }

  /// A stored value of an entity as one type, with the identity of the entity.
  private struct Body {
    let id: StoredID
    let row: EntityRow
  }

  private func bodies(_ condition: String, _ values: [SQLiteValue]) throws(SQLiteError) -> [Body] {
    try rows(.entities, condition, values) { row in
      guard let id = row.id(1), let body = row.blob(5) else { return nil }
      return Body(
        id: id,
        row: EntityRow(
          type: row.integer(2), body: body, since: row.integer(3), version: row.integer(4)))
    }
  }

  private func moveType(_ former: Kind, to kind: Kind) throws(SQLiteError) {
    let bodies = try bodies(
      "kind = ? AND type = ?", [.integer(former.entity), .integer(former.type)])
    for body in bodies { try move(body, from: former, to: kind) }
  }

  /// Moves the entities of some types from one entity kind to another.
  ///
  /// Entities of other types keep their kind. A list that contains such an entity keeps its kind
  /// too.
  private func moveKind(
    _ former: Int64, to number: Int64, types: Set<Int64>
  ) throws(SQLiteError) {
    var (moved, staying): (Set<StoredID>, Set<StoredID>) = ([], [])
    for body in try bodies("kind = ?", [.integer(former)]) {
      guard types.contains(body.row.type) else {
        staying.insert(body.id)
        continue
      }
      moved.insert(body.id)
      try move(
        body, from: Kind(entity: former, type: body.row.type),
        to: Kind(entity: number, type: body.row.type))
    }
    moved.subtract(staying)
    // The references to the entities of the kind follow.
    for reference in try references("kind = ?", [.integer(former)])
    where staying.isEmpty || moved.contains(reference.child.id) {
      try remove(reference)
      try put(
        Reference(
          child: RowKey(kind: number, id: reference.child.id), parent: reference.parent,
          type: reference.type, isRequired: reference.isRequired))
    }
    try moveLists(ofKind: former, to: number, without: staying)
  }

  /// Moves a stored value of an entity to another entity kind and type.
  ///
  /// If a value with that kind and type exists, the value that was stored later is kept.
  private func move(_ body: Body, from former: Kind, to kind: Kind) throws(SQLiteError) {
    let references = try references(
      "parent_kind = ? AND parent_id = ? AND parent_type = ?",
      [.integer(former.entity), SQLiteValue(body.id), .integer(former.type)])
    for reference in references { try remove(reference) }
    try removeEntity(RowKey(kind: former.entity, id: body.id), type: former.type)
    let key = RowKey(kind: kind.entity, id: body.id)
    let other = try bodies(
      "kind = ? AND id = ? AND type = ?",
      [.integer(kind.entity), SQLiteValue(body.id), .integer(kind.type)]
    ).first
    if let other {
      if other.row.since >= body.row.since { return }
      try setReferences([:], of: body.id, kind)
      try removeEntity(key, type: kind.type)
    }
    var row = body.row
    row.type = kind.type
    _ = try putEntity(key, row)
    for reference in references {
      try put(
        Reference(
          child: reference.child, parent: key, type: kind.type,
          isRequired: reference.isRequired))
    }
  }
}
