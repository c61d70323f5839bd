/// An encoder that writes a value to a ``JSONPart``.
struct EntityPartEncoder: Encoder {
  let part: JSONPart
  let path: CodingPath?

  var codingPath: [any CodingKey] { path?.keys ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    part.open(.object)
    return KeyedEncodingContainer(Keyed<Key>(part: part, path: path))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    part.open(.list)
    return Unkeyed(part: part, path: path)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(part: part, path: path)
  }
}

// MARK: - Keyed

extension EntityPartEncoder {
  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let part: JSONPart
    let path: CodingPath?

    var codingPath: [any CodingKey] { path?.keys ?? [] }

    private func add(_ key: Key, _ value: Int64) {
      part.json.append(member: key.stringValue, value)
    }

    private func add(_ key: Key, _ value: UInt64) {
      part.json.append(member: key.stringValue, value)
    }

    func encodeNil(forKey key: Key) {
      part.json.appendNull(member: key.stringValue)
    }

    func encode(_ value: Bool, forKey key: Key) {
      part.json.append(member: key.stringValue, value)
    }

    func encode(_ value: String, forKey key: Key) {
      part.json.append(member: key.stringValue, value)
    }

    func encode(_ value: Double, forKey key: Key) {
      part.json.append(member: key.stringValue, value)
    }

    func encode(_ value: Float, forKey key: Key) { encode(Double(value), forKey: key) }
    func encode(_ value: Int, forKey key: Key) { add(key, Int64(value)) }
    func encode(_ value: Int8, forKey key: Key) { add(key, Int64(value)) }
    func encode(_ value: Int16, forKey key: Key) { add(key, Int64(value)) }
    func encode(_ value: Int32, forKey key: Key) { add(key, Int64(value)) }
    func encode(_ value: Int64, forKey key: Key) { add(key, value) }
    func encode(_ value: Int128, forKey key: Key) {
      part.json.append(member: key.stringValue, digits: String(value))
    }
    func encode(_ value: UInt, forKey key: Key) { add(key, UInt64(value)) }
    func encode(_ value: UInt8, forKey key: Key) { add(key, UInt64(value)) }
    func encode(_ value: UInt16, forKey key: Key) { add(key, UInt64(value)) }
    func encode(_ value: UInt32, forKey key: Key) { add(key, UInt64(value)) }
    func encode(_ value: UInt64, forKey key: Key) { add(key, value) }
    func encode(_ value: UInt128, forKey key: Key) {
      part.json.append(member: key.stringValue, digits: String(value))
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      try part.undoing {
        part.json.append(key: key.stringValue)
        try part.add(value, at: CodingPath(key, in: path))
      }
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      inner(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      inner(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { inner(IndexKey.inherited) }
    func superEncoder(forKey key: Key) -> any Encoder { inner(key) }

    private func inner(_ key: any CodingKey) -> EntityPartEncoder {
      part.json.append(key: key.stringValue)
      return EntityPartEncoder(part: part.addPart(), path: CodingPath(key, in: path))
    }
  }
}

// MARK: - Unkeyed

extension EntityPartEncoder {
  private struct Unkeyed: UnkeyedEncodingContainer {
    let part: JSONPart
    let path: CodingPath?
    private(set) var count = 0

    init(part: JSONPart, path: CodingPath?) {
      (self.part, self.path) = (part, path)
    }

    var codingPath: [any CodingKey] { path?.keys ?? [] }

    private mutating func next() {
      part.json.appendSeparator()
      count += 1
    }

    private mutating func add(_ value: Int64) {
      next()
      part.json.append(value)
    }

    private mutating func add(_ value: UInt64) {
      next()
      part.json.append(value)
    }

    mutating func encodeNil() {
      next()
      part.json.append(verbatim: "null")
    }

    mutating func encode(_ value: Bool) {
      next()
      part.json.append(value)
    }

    mutating func encode(_ value: String) {
      next()
      part.json.append(value)
    }

    mutating func encode(_ value: Double) {
      next()
      part.json.append(value)
    }

    mutating func encode(_ value: Float) { encode(Double(value)) }
    mutating func encode(_ value: Int) { add(Int64(value)) }
    mutating func encode(_ value: Int8) { add(Int64(value)) }
    mutating func encode(_ value: Int16) { add(Int64(value)) }
    mutating func encode(_ value: Int32) { add(Int64(value)) }
    mutating func encode(_ value: Int64) { add(value) }
    mutating func encode(_ value: Int128) {
      next()
      part.json.append(digits: String(value))
    }
    mutating func encode(_ value: UInt) { add(UInt64(value)) }
    mutating func encode(_ value: UInt8) { add(UInt64(value)) }
    mutating func encode(_ value: UInt16) { add(UInt64(value)) }
    mutating func encode(_ value: UInt32) { add(UInt64(value)) }
    mutating func encode(_ value: UInt64) { add(value) }
    mutating func encode(_ value: UInt128) {
      next()
      part.json.append(digits: String(value))
    }

    mutating func encode<T: Encodable>(_ value: T) throws {
      try part.undoing {
        part.json.appendSeparator()
        try part.add(value, at: CodingPath(IndexKey(count), in: path))
      }
      count += 1
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
      inner().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      inner().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { inner() }

    private mutating func inner() -> EntityPartEncoder {
      part.json.appendSeparator()
      defer { count += 1 }
      return EntityPartEncoder(
        part: part.addPart(), path: CodingPath(IndexKey(count), in: path))
    }
  }
}

// MARK: - Single

extension EntityPartEncoder {
  private struct Single: SingleValueEncodingContainer {
    let part: JSONPart
    let path: CodingPath?

    var codingPath: [any CodingKey] { path?.keys ?? [] }

    private func add(_ value: Int64) {
      part.open(.single)
      part.json.append(value)
    }

    private func add(_ value: UInt64) {
      part.open(.single)
      part.json.append(value)
    }

    func encodeNil() {
      part.open(.single)
      part.json.append(verbatim: "null")
    }

    func encode(_ value: Bool) {
      part.open(.single)
      part.json.append(value)
    }

    func encode(_ value: String) {
      part.open(.single)
      part.json.append(value)
    }

    func encode(_ value: Double) {
      part.open(.single)
      part.json.append(value)
    }

    func encode(_ value: Float) { encode(Double(value)) }
    func encode(_ value: Int) { add(Int64(value)) }
    func encode(_ value: Int8) { add(Int64(value)) }
    func encode(_ value: Int16) { add(Int64(value)) }
    func encode(_ value: Int32) { add(Int64(value)) }
    func encode(_ value: Int64) { add(value) }
    func encode(_ value: Int128) {
      part.open(.single)
      part.json.append(digits: String(value))
    }
    func encode(_ value: UInt) { add(UInt64(value)) }
    func encode(_ value: UInt8) { add(UInt64(value)) }
    func encode(_ value: UInt16) { add(UInt64(value)) }
    func encode(_ value: UInt32) { add(UInt64(value)) }
    func encode(_ value: UInt64) { add(value) }
    func encode(_ value: UInt128) {
      part.open(.single)
      part.json.append(digits: String(value))
    }

    func encode<T: Encodable>(_ value: T) throws {
      part.open(.single)
      try part.undoing { try part.add(value, at: CodingPath(IndexKey(0), in: path)) }
    }
  }
}
