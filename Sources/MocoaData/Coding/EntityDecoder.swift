internal import MocoaModel

/// Makes an entity of what `EntityEncoder` has written.
struct EntityDecoder {
  /// A child that is gone, without which there is no parent.
  ///
  /// It is no error of the data: the parent is gone as well.
  struct MissingChild: Error {}

  /// Gives the entity that a reference stands for; nil where there is none any more.
  typealias Resolve = (ItemID, EntityShape) throws -> (any Entity)?

  /// Decodes an entity of a type.
  ///
  /// - Parameters:
  ///   - version: the version of the type that stored the bytes, if not the present one.
  ///   - resolve: is asked for each child. One that is missing is left out of an array, and nil in an
  ///     optional.
  /// - Throws: `MissingChild` where the entity cannot be without one; else what is wrong with the bytes.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ shape: EntityShape, version: Int? = nil,
    resolve: @escaping Resolve
  ) throws -> any Entity {
    var value = try JSON.parse(bytes)
    if let version, version < shape.storedVersion { try shape.migrate(&value, version) }
    return try shape.type.init(
      from: StoredValue(value: value, path: nil, shape: shape, resolve: resolve))
  }
}

/// A value as it was kept, and what its children are found by.
struct StoredValue {
  let value: FieldValue
  let path: CodingPath?
  let shape: EntityShape
  let resolve: EntityDecoder.Resolve

  /// A value within this one.
  func inner(_ value: FieldValue, _ key: any CodingKey) -> StoredValue {
    StoredValue(value: value, path: CodingPath(key, in: path), shape: shape, resolve: resolve)
  }

  // MARK: - Values

  /// The value as one of a type, whose children are looked up.
  func decoded<T: Decodable>(as type: T.Type) throws -> T {
    if let path, path.depth > CodingPath.deepest {
      throw damage("nested deeper than \(CodingPath.deepest) levels")
    }
    guard !shape.childCodings.isEmpty, let coding = shape.coding(of: type) else {
      return try T(from: self)
    }
    guard let found = coding.assemble(try children(of: coding)), let value = found as? T else {
      throw EntityDecoder.MissingChild()
    }
    return value
  }

  /// The value as one of a type; nil where it is null, or a child that is gone.
  func decodedIfPresent<T: Decodable>(as type: T.Type) throws -> T? {
    if case .null = value { return nil }
    do {
      return try decoded(as: type)
    } catch is EntityDecoder.MissingChild where shape.coding(of: type) != nil {
      return nil
    }
  }

  private func children(of coding: ChildCoding) throws -> [any Entity] {
    switch coding.form {
    case .one: return try [child(of: coding)]
    case .optional:
      if case .null = value { return [] }
      return try [childIfThere(of: coding)].compactMap(\.self)
    case .many:
      guard case .list(let values) = value else { throw damage("no list") }
      return try values.enumerated().compactMap { position, value in
        try inner(value, PlaceKey(position)).childIfThere(of: coding)
      }
    }
  }

  private func childIfThere(of coding: ChildCoding) throws -> (any Entity)? {
    do {
      return try child(of: coding)
    } catch is EntityDecoder.MissingChild {
      return nil
    }
  }

  /// One child: what a reference stands for, or what is in the brackets.
  private func child(of coding: ChildCoding) throws -> any Entity {
    if case .list(let values) = value, let body = values.first, values.count == 1 {
      return try coding.child.init(
        from: StoredValue(value: body, path: path, shape: coding.shape, resolve: resolve))
    }
    guard let id = StoredID(value)?.itemID else { throw damage("no reference") }
    guard let child = try resolve(id, coding.shape) else { throw EntityDecoder.MissingChild() }
    return child
  }

  // MARK: - Scalars

  /// What is wrong with the value.
  func damage(_ what: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: path?.keys ?? [], debugDescription: what))
  }

  private func mismatch<T>(_ type: T.Type) -> DecodingError {
    .typeMismatch(
      type, .init(codingPath: path?.keys ?? [], debugDescription: "found \(value.kindName)"))
  }

  var isNull: Bool {
    if case .null = value { true } else { false }
  }

  func bool() throws -> Bool {
    guard case .bool(let value) = value else { throw mismatch(Bool.self) }
    return value
  }

  func text() throws -> String {
    guard case .text(let text) = value else { throw mismatch(String.self) }
    return text
  }

  func double() throws -> Double {
    switch value {
    case .int(let value): return Double(value)
    case .double(let value): return value
    case .decimal(let digits):
      if let value = Double(digits) { return value }
    case .text(let text):
      // What is not finite.
      if let value = Double(text), !value.isFinite { return value }
    default: break
    }
    throw mismatch(Double.self)
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) throws -> Integer {
    let exact: Integer? =
      switch value {
      case .int(let value): Integer(exactly: value)
      case .double(let value): Integer(exactly: value)
      case .decimal(let digits):
        Integer(digits)
          ?? (digits.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") }
            ? nil : Double(digits).flatMap { Integer(exactly: $0) })
      default: throw mismatch(type)
      }
    guard let exact else { throw damage("too large a number for \(type)") }
    return exact
  }
}

extension StoredID {
  /// The identity that a reference says; nil where it is no reference.
  init?(_ value: FieldValue) {
    switch value {
    case .int(let value): self = .integer(value)
    case .text(let text): self = .text(text)
    case .object(let fields):
      guard let field = fields.first, field.name.isEmpty, case .text(let text) = field.value else {
        return nil
      }
      self = .tagged(text)
    default: return nil
    }
  }
}
