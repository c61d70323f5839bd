internal import MocoaModel

/// JSON that is being written: values behind each other, and places for values to come.
///
/// What is encoded stands behind what was, so that one buffer takes it. Only a container within
/// another that stays open (`nestedContainer`, `superEncoder`) is a part of its own, because both may
/// be written to in turn; it is put into its place at the end.
final class JSONPart {
  /// What the value that is written now has turned out to be.
  enum Form {
    case none, object, list, single
  }

  /// What is known of the entity whose children's types count here.
  private var shape: EntityShape

  /// The children of the whole that are written as references.
  private var references: [EntityKey: Bool]

  /// What was written.
  var json = JSONWriter()

  private var form = Form.none
  private var parts: [(place: Int, part: JSONPart)] = []

  /// Whether a value was begun as two things, or twice; it has no way to say so itself.
  private var isMisused = false

  init(shape: EntityShape, references: [EntityKey: Bool]) {
    (self.shape, self.references) = (shape, references)
  }

  // MARK: - Values

  /// Writes a value by itself, and takes back what there is of it if it fails.
  func add<T: Encodable>(_ value: T, at path: CodingPath?) throws {
    if let path, path.depth > CodingPath.deepest {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: path.keys,
          debugDescription: "nested deeper than \(CodingPath.deepest) levels"))
    }
    let outer = (form: form, shape: shape)
    defer { (form, shape) = outer }
    form = .none
    guard !shape.childCodings.isEmpty, let coding = shape.coding(of: T.self), coding.form == .one,
      let entity = value as? any Entity
    else { return try write(value, at: path) }
    if entity.isIdentified, references[entity.entityKey] != nil,
      let id = StoredID(entity.itemID)
    {
      return json.append(id)
    }
    // In brackets, for it could look like a reference.
    shape = coding.shape
    json.append(byte: "[")
    try write(value, at: path)
    json.append(byte: "]")
  }

  /// Writes an entity that is in no other, behind what was written; nothing where it fails.
  ///
  /// - Returns: where it stands.
  func addWhole(
    _ entity: any Entity, _ shape: EntityShape, _ references: [EntityKey: Bool]
  ) throws -> Range<Int> {
    (self.shape, self.references) = (shape, references)
    let start = json.count
    defer { (form, parts, isMisused) = (.none, [], false) }
    do {
      try write(entity, at: nil)
      if !parts.isEmpty {
        var whole: [UInt8] = []
        try join(from: start, into: &whole)
        json.removeAll(from: start)
        json.append(whole)
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

  /// Runs `body`, and removes what it has written if it fails.
  func undoing(_ body: () throws -> Void) rethrows {
    let count = json.count
    do {
      try body()
    } catch {
      json.removeAll(from: count)
      parts.removeAll { $0.place >= count }
      throw error
    }
  }

  /// Begins an object or a list, or goes on with it.
  func open(_ wanted: Form) {
    switch (form, wanted) {
    case (.none, .object): json.append(byte: "{")
    case (.none, .list): json.append(byte: "[")
    case (.none, _): break
    case (.object, .object), (.list, .list): return
    default: isMisused = true
    }
    form = wanted
  }

  private func close() {
    switch form {
    case .none: json.append(verbatim: "{}")
    case .object: json.append(byte: "}")
    case .list: json.append(byte: "]")
    case .single: break
    }
  }

  /// A place for a value that is written later.
  func addPart() -> JSONPart {
    let part = JSONPart(shape: shape, references: references)
    parts.append((json.count, part))
    // Something, so that what comes next is known not to be the first.
    json.append(byte: "?")
    return part
  }

  /// Adds what was written, with the parts in their places.
  private func join(from start: Int, into whole: inout [UInt8]) throws {
    var start = start
    for (place, part) in parts {
      whole += json.bytes(in: start..<place)
      part.close()
      if part.isMisused {
        throw EncodingError.invalidValue(
          0, .init(codingPath: [], debugDescription: "a part was encoded as two things"))
      }
      try part.join(from: 0, into: &whole)
      start = place + 1
    }
    whole += json.bytes(in: start..<json.count)
  }
}
