internal import MocoaModel

/// Encodes entities as compact JSON in which references represent children.
///
/// A declared child with an identity is stored once under that identity, and its parent contains
/// only the ID. The entity kind of the child follows from the type of the encoded value. All other
/// values are written in place. If such a value has the type of a declared child, it is written in
/// brackets, so that it is not read as a reference.
///
/// The encoder of FoundationEssentials is not suitable. It cannot replace a nested value, it first
/// creates a tree of all values, and it rejects numbers that are not finite.
///
/// One encoder writes many entities in sequence into one buffer.
struct EntityEncoder {
  /// An encoded entity.
  struct Encoded {
    /// The range of its JSON in the buffer.
    let range: Range<Int>

    /// The referenced children.
    ///
    /// The Boolean value of each child indicates whether the entity requires it.
    let references: [EntityKey: Bool]
  }

  private let part: JSONPart

  /// Creates an encoder.
  ///
  /// - Parameter shape: The descriptor of the first entity. Later entities may have other types.
  init(_ shape: EntityDescriptor) {
    part = JSONPart(shape: shape, references: [:])
  }

  /// The JSON of all encoded entities.
  var bytes: [UInt8] { part.json.bytes }

  /// Encodes an entity.
  ///
  /// - Throws: The error that the entity's `encode(to:)` throws, or an `EncodingError` if its
  ///   nesting exceeds the limit.
  func encode(_ value: any Entity, _ shape: EntityDescriptor) throws -> Encoded {
    var references: [EntityKey: Bool] = [:]
    shape.forEachReference(of: value) { child, isRequired in
      let key = child.entityKey
      // An identity that changes with each run cannot be referenced.
      guard key.id.isStableAcrossRuns else { return }
      references[key] = isRequired || references[key] == true
    }
    return Encoded(
      range: try part.appendEntity(value, shape, references), references: references)
  }
}

/// A JSON text that is being written, with gaps for values that are written later.
///
/// Encoded values are appended to one buffer. Only a nested container whose outer container stays
/// open (`nestedContainer`, `superEncoder`) is a separate part, because values may be added to the
/// two containers alternately. The parts are inserted into their gaps at the end.
final class JSONPart {
  /// The kind of JSON value that is being written.
  enum Kind {
    case none, object, list, single
  }

  /// The descriptor of the entity that declares which types represent children.
  private var shape: EntityDescriptor

  /// The children of the encoded entity that are written as references.
  private var references: [EntityKey: Bool]

  /// The written bytes.
  var json = JSONWriter()

  private var kind = Kind.none
  private var parts: [(offset: Int, part: JSONPart)] = []

  /// A Boolean value that indicates whether a value was encoded twice, or as two kinds of values.
  ///
  /// The methods of `Encoder` that detect this cannot throw.
  private var isMisused = false

  init(shape: EntityDescriptor, references: [EntityKey: Bool]) {
    (self.shape, self.references) = (shape, references)
  }

  // MARK: - Values

  /// Writes one value, and removes its bytes if encoding fails.
  func add<T: Encodable>(_ value: T, at path: CodingPath?) throws {
    if let path, path.depth > CodingPath.maxDepth {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: path.keys,
          debugDescription: "nested deeper than \(CodingPath.maxDepth) levels"))
    }
    let outer = (form: kind, shape: shape)
    defer { (kind, shape) = outer }
    kind = .none
    guard !shape.childCodings.isEmpty, let coding = shape.coding(of: T.self),
      coding.multiplicity == .one,
      let entity = value as? any Entity
    else { return try write(value, at: path) }
    if entity.isIdentified, references[entity.entityKey] != nil,
      let id = StoredID(entity.itemID)
    {
      return json.append(id)
    }
    // Brackets distinguish the value from a reference.
    shape = coding.shape
    json.append(byte: "[")
    try write(value, at: path)
    json.append(byte: "]")
  }

  /// Appends an entity that is not part of another one.
  ///
  /// If encoding fails, the text is unchanged.
  ///
  /// - Returns: The range of the entity's JSON.
  func appendEntity(
    _ entity: any Entity, _ shape: EntityDescriptor, _ references: [EntityKey: Bool]
  ) throws -> Range<Int> {
    (self.shape, self.references) = (shape, references)
    let start = json.count
    defer { (kind, parts, isMisused) = (.none, [], false) }
    do {
      try write(entity, at: nil)
      if !parts.isEmpty {
        var output: [UInt8] = []
        try join(from: start, into: &output)
        json.removeAll(from: start)
        json.append(output)
      }
      return start..<json.count
    } catch {
      json.removeAll(from: start)
      throw error
    }
  }

  private func write<T: Encodable>(_ value: T, at path: CodingPath?) throws {
    try value.encode(to: EntityPartEncoder(part: self, path: path))
    close()
    if isMisused {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: path?.keys ?? [],
          debugDescription: "encoded as two kinds of container, or as two values"))
    }
  }

  /// Runs `body` and removes the bytes that it has written if it fails.
  func undoing(_ body: () throws -> Void) rethrows {
    let count = json.count
    do {
      try body()
    } catch {
      json.removeAll(from: count)
      parts.removeAll { $0.offset >= count }
      throw error
    }
  }

  /// Begins an object, an array or a single value, or continues the container that was begun.
  func open(_ wanted: Kind) {
    switch (kind, wanted) {
    case (.none, .object): json.append(byte: "{")
    case (.none, .list): json.append(byte: "[")
    case (.none, _): break
    case (.object, .object), (.list, .list): return
    default: isMisused = true
    }
    kind = wanted
  }

  private func close() {
    switch kind {
    case .none: json.append(verbatim: "{}")
    case .object: json.append(byte: "}")
    case .list: json.append(byte: "]")
    case .single: break
    }
  }

  /// Adds a gap for a value that is written later.
  ///
  /// - Returns: The part to which the value is written.
  func addPart() -> JSONPart {
    let part = JSONPart(shape: shape, references: references)
    parts.append((json.count, part))
    // A placeholder byte, so that the next element is not taken for the first one.
    json.append(byte: "?")
    return part
  }

  /// Appends the written bytes to `output`, with the text of each part in its gap.
  private func join(from start: Int, into output: inout [UInt8]) throws {
    var start = start
    for (offset, part) in parts {
      output += json.bytes(in: start..<offset)
      part.close()
      if part.isMisused {
        throw EncodingError.invalidValue(
          0, .init(codingPath: [], debugDescription: "a part was encoded as two things"))
      }
      try part.join(from: 0, into: &output)
      start = offset + 1
    }
    output += json.bytes(in: start..<json.count)
  }
}
