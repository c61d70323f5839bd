internal import MocoaJSON
internal import MocoaModel

/// Creates an entity from the bytes that `EntityEncoder` has written.
struct EntityDecoder {
  /// An error for a required child that no longer exists.
  ///
  /// It does not indicate invalid data: the parent counts as deleted too.
  struct MissingChild: Error {}

  /// A closure that returns the referenced child, or `nil` if the child no longer exists.
  typealias Resolve = (ItemID, EntityDescriptor) throws -> (any Entity)?

  /// Decodes an entity of a type.
  ///
  /// - Parameters:
  ///   - bytes: The stored JSON.
  ///   - shape: The descriptor of the type.
  ///   - version: The version of the type that stored the bytes, or `nil` for the current version.
  ///   - resolve: A closure that returns each referenced child. A missing child is omitted from an
  ///     array and is `nil` in an optional.
  /// - Throws: `MissingChild` if a required child is missing, or an error that describes the
  ///   invalid bytes.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ shape: EntityDescriptor, version: Int? = nil,
    resolve: @escaping Resolve
  ) throws -> any Entity {
    var value = try JSONReader.value(of: bytes)
    if let version, version < shape.storedVersion { try shape.migrate(&value, version) }
    return try shape.type.init(
      from: StoredValue(value: value, path: nil, shape: shape, resolve: resolve))
  }
}

/// A decoded JSON value, with the context that resolves the references in it.
struct StoredValue {
  let value: FieldValue
  let path: CodingPath?
  let shape: EntityDescriptor
  let resolve: EntityDecoder.Resolve

  /// Returns a value inside this value, with its coding key appended to the path.
  func inner(_ value: FieldValue, _ key: any CodingKey) -> StoredValue {
    StoredValue(value: value, path: CodingPath(key, in: path), shape: shape, resolve: resolve)
  }

  // MARK: - Values

  /// Decodes the value as a type, and resolves its references to children.
  func decoded<T: Decodable>(as type: T.Type) throws -> T {
    if let path, path.depth > CodingPath.maxDepth {
      throw damage("nested deeper than \(CodingPath.maxDepth) levels")
    }
    guard !shape.childCodings.isEmpty, let coding = shape.coding(of: type) else {
      return try T(from: self)
    }
    guard let found = coding.assemble(try children(of: coding)), let value = found as? T else {
      throw EntityDecoder.MissingChild()
    }
    return value
  }

  /// Decodes the value as a type, or returns `nil` if the value is null or references a missing
  /// child.
  func decodedIfPresent<T: Decodable>(as type: T.Type) throws -> T? {
    if case .null = value { return nil }
    do {
      return try decoded(as: type)
    } catch is EntityDecoder.MissingChild where shape.coding(of: type) != nil {
      return nil
    }
  }

  private func children(of coding: ChildCoding) throws -> [any Entity] {
    switch coding.multiplicity {
    case .one: return try [child(of: coding)]
    case .optional:
      if case .null = value { return [] }
      return try [childIfPresent(of: coding)].compactMap(\.self)
    case .many:
      guard case .array(let values) = value else { throw damage("no list") }
      return try values.enumerated().compactMap { position, value in
        try inner(value, IndexKey(position)).childIfPresent(of: coding)
      }
    }
  }

  private func childIfPresent(of coding: ChildCoding) throws -> (any Entity)? {
    do {
      return try child(of: coding)
    } catch is EntityDecoder.MissingChild {
      return nil
    }
  }

  /// Returns the child that this value represents.
  ///
  /// The value is a reference, or an embedded value in an array with one element.
  private func child(of coding: ChildCoding) throws -> any Entity {
    if case .array(let values) = value, let body = values.first, values.count == 1 {
      return try coding.child.init(
        from: StoredValue(value: body, path: path, shape: coding.shape, resolve: resolve))
    }
    guard let id = StoredID(value)?.itemID else { throw damage("no reference") }
    guard let child = try resolve(id, coding.shape) else { throw EntityDecoder.MissingChild() }
    return child
  }

  // MARK: - Scalars

  /// Returns the error for an invalid value.
  ///
  /// - Parameter what: A description of what is invalid, such as "no list".
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
    guard case .string(let text) = value else { throw mismatch(String.self) }
    return text
  }

  func double() throws -> Double {
    switch value {
    case .int(let value): return Double(value)
    case .double(let value): return value
    case .decimal(let digits):
      if let value = Double(digits) { return value }
    case .string(let text):
      // Infinity and NaN are stored as text.
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
  /// Creates the identity of a reference, or returns `nil` if the value is not a reference.
  init?(_ value: FieldValue) {
    switch value {
    case .int(let value): self = .integer(value)
    case .string(let text): self = .text(text)
    case .object(let fields):
      guard let field = fields.first, field.name.isEmpty, case .string(let text) = field.value
      else {
        return nil
      }
      self = .tagged(text)
    default: return nil
    }
  }
}
