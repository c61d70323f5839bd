internal import MocoaModel

extension StoredValue: Decoder {
  var codingPath: [any CodingKey] { path?.keys ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let fields) = value else { throw damage("no object") }
    return KeyedDecodingContainer(Keyed<Key>(source: self, members: Members(fields)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .array(let values): return Unkeyed(source: self, values: values)
    case .object(let fields) where fields.isEmpty:
      // The form of a value that has encoded nothing.
      return Unkeyed(source: self, values: [])
    default: throw damage("no list")
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension StoredValue: SingleValueDecodingContainer {
  func decodeNil() -> Bool { isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try bool() }
  func decode(_ type: String.Type) throws -> String { try text() }
  func decode(_ type: Double.Type) throws -> Double { try double() }
  func decode(_ type: Float.Type) throws -> Float { Float(try double()) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try inner(value, IndexKey(0)).decoded(as: type)
  }
}

// MARK: - Keyed

extension StoredValue {
  /// The members of an object, with lookup by name.
  private struct Members {
    let fields: [FieldValue.Field]

    /// The index of the member with each name, or `nil` if the object has few members.
    private let indexes: [String: Int]?

    /// The maximum number of members that are searched linearly.
    private static let few = 16

    init(_ fields: [FieldValue.Field]) {
      self.fields = fields
      indexes =
        fields.count > Self.few
        ? Dictionary(
          fields.indices.map { (fields[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        : nil
    }

    subscript(name: String) -> FieldValue? {
      if let indexes { return indexes[name].map { fields[$0].value } }
      return fields.first { $0.name == name }?.value
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: StoredValue
    let members: Members

    var codingPath: [any CodingKey] { source.codingPath }
    var allKeys: [Key] { members.fields.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    private func value(_ key: any CodingKey) throws -> StoredValue {
      guard let value = members[key.stringValue] else {
        throw DecodingError.keyNotFound(
          key, .init(codingPath: codingPath, debugDescription: "no \"\(key.stringValue)\""))
      }
      return source.inner(value, key)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).bool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).text() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).double() }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
      Float(try value(key).double())
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).integer() }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key).integer() }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key).integer() }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).integer() }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).integer() }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
      try value(key).integer()
    }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key).integer() }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key).integer() }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
      try value(key).integer()
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
      try value(key).integer()
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
      try value(key).integer()
    }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
      try value(key).integer()
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try value(key).decoded(as: type)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      guard contains(key) else { return nil }
      return try value(key).decodedIfPresent(as: type)
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
      try value(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try value(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try value(IndexKey.inherited) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
  }
}

// MARK: - Unkeyed

extension StoredValue {
  private struct Unkeyed: UnkeyedDecodingContainer {
    let source: StoredValue
    let values: [FieldValue]
    private(set) var currentIndex = 0

    init(source: StoredValue, values: [FieldValue]) {
      (self.source, self.values) = (source, values)
    }

    var codingPath: [any CodingKey] { source.codingPath }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    /// Reads the next value, and advances only if it has the requested type.
    private mutating func next<T>(_ body: (StoredValue) throws -> T) throws -> T {
      guard currentIndex < values.count else { throw source.damage("the list is too short") }
      let result = try body(source.inner(values[currentIndex], IndexKey(currentIndex)))
      currentIndex += 1
      return result
    }

    mutating func decodeNil() throws -> Bool {
      guard currentIndex < values.count, case .null = values[currentIndex] else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool() } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.text() } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.double() } }
    mutating func decode(_ type: Float.Type) throws -> Float {
      Float(try next { try $0.double() })
    }
    mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.integer() } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.integer() } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.integer() } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.integer() } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.integer() } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.integer() } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.integer() } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.integer() } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.integer() } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.integer() } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.integer() } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
      try next { try $0.integer() }
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      try next { try $0.decoded(as: type) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
      try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
  }
}
