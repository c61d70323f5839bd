internal import MocoaJSON
internal import MocoaModel
internal import MocoaQuery

/// A filter subject that reads the values of a record from its JSON text.
struct JSONSubject: FilterSubject {
  let bytes: UnsafeRawBufferPointer
  let layout: RecordLayout

  /// The offset of the value: 0, or the offset after the name of a member.
  var valueStart: Int {
    guard layout == .members else { return 0 }
    return bytes.firstIndex(of: UInt8(ascii: "\"")).flatMap { start in
      JSONScanner.endOfValue(in: bytes, from: start)
    } ?? 0
  }

  /// Returns `false` if no text of the record can contain the required bytes.
  ///
  /// If the result is `true`, the texts must be searched.
  func mayContain(_ required: RequiredBytes) -> Bool {
    // Escape sequences represent other bytes.
    required.mayOccur(in: bytes) || bytes.contains(UInt8(ascii: "\\"))
  }

  func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool) {
    if layout == .members {
      let name = UnsafeRawBufferPointer(rebasing: bytes[..<valueStart])
      guard JSONScalars.forEach(in: name, body) else { return }
    }
    JSONScalars.forEach(in: bytes, body)
  }

  func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    guard let value = value(ofField: path) else { return false }
    JSONScalars.forEach(in: value, body)
    return true
  }

  func withCanonicalText(
    ofField path: String, _ body: (UnsafeRawBufferPointer, ValueKind) -> Void
  ) -> Bool {
    guard let value = value(ofField: path) else { return false }
    if JSONScanner.container(of: value) != nil {
      let end = value.lastIndex { !$0.isJSONBlank && $0 != UInt8(ascii: ",") } ?? 0
      let text = UnsafeRawBufferPointer(rebasing: value[...end])
      JSONScalars.withoutBlanks(text).withUnsafeBytes { body($0, .text) }
    } else {
      // The text "null" is not a null value.
      let isText = value.first == UInt8(ascii: "\"")
      JSONScalars.forEach(in: value) {
        body($0, isText ? .text : $0.isNull ? .null : .unquoted)
        return false
      }
    }
    return true
  }

  func value(at path: String) -> FieldValue? {
    guard let value = value(ofField: path),
      let end = JSONScanner.endOfValue(in: value, from: 0)
    else { return nil }
    return try? JSON.parse(UnsafeRawBufferPointer(rebasing: value[..<end]))
  }

  /// Returns the bytes from the value of a field to the end of the record, or `nil` if the field
  /// does not exist.
  ///
  /// Paths have the same meaning as in `Record.field`.
  private func value(ofField path: String) -> UnsafeRawBufferPointer? {
    var value = UnsafeRawBufferPointer(rebasing: bytes[valueStart...])
    if layout == .members, path == "name" {
      return UnsafeRawBufferPointer(rebasing: bytes[..<valueStart])
    }
    var path = path[...]
    if layout == .members {
      value = UnsafeRawBufferPointer(rebasing: value.drop { $0.isJSONBlank || $0 == 0x3A })
    }
    if layout == .members || JSONScanner.container(of: value) != .object {
      guard path == "value" || path.hasPrefix("value.") else { return nil }
      path = path.dropFirst("value.".count)
    }
    if path.isEmpty { return value }
    return JSONScalars.field(path, in: value).map { UnsafeRawBufferPointer(rebasing: value[$0]) }
  }
}

extension JSONSubject {
  func forEachField(_ body: FieldVisitor) {
    var value = bytes
    if layout == .members {
      "name".withBytes { name in
        JSONScalars.forEach(in: bytes.slice(..<valueStart)) { text in
          body(name, .text, text)
          return false
        }
      }
      value = UnsafeRawBufferPointer(
        rebasing: bytes.slice(valueStart...).drop { $0.isJSONBlank || $0 == UInt8(ascii: ":") })
    } else if JSONScanner.container(of: value) == .object {
      JSONScanner.forEachChild(of: value) { child in
        guard let key = child.key else { return true }
        JSONScalars.withText(ofScalar: value.slice(key)) { name in
          Self.visit(value.slice(child.value), name, body)
        }
        return true
      }
      return
    }
    "value".withBytes { Self.visit(value, $0, body) }
  }

  private static func visit(
    _ value: UnsafeRawBufferPointer, _ name: UnsafeRawBufferPointer, _ body: FieldVisitor
  ) {
    switch value.first {
    case nil, UInt8(ascii: "n"): body(name, nil, .empty)
    case UInt8(ascii: "\""): JSONScalars.withText(ofScalar: value) { body(name, .text, $0) }
    case UInt8(ascii: "["): body(name, .list, .empty)
    case UInt8(ascii: "{"): body(name, .object, .empty)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): body(name, .flag, scalar(value))
    default: body(name, .number, scalar(value))
    }
  }

  private static func scalar(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: value.prefix { !JSONText.ends($0) })
  }
}

extension UnsafeRawBufferPointer {
  fileprivate static var empty: Self { Self(start: nil, count: 0) }

  fileprivate func slice(_ range: some RangeExpression<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range.relative(to: self)])
  }
}
