internal import MocoaModel

/// A closure that receives a value of an item: the name of its field, its type, and its text.
///
/// The type is `nil` for an empty value.
typealias FieldVisitor = (UnsafeRawBufferPointer, FieldAccumulator.Kind?, UnsafeRawBufferPointer) ->
  Void

extension UnsafeRawBufferPointer {
  fileprivate static var nothing: Self { Self(start: nil, count: 0) }

  fileprivate func slice(_ range: some RangeExpression<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range.relative(to: self)])
  }
}

extension String {
  /// Calls a closure with the bytes of the text, without a copy if they are contiguous.
  fileprivate func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    let isDone: Void? = utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
    if isDone == nil { Array(utf8).withUnsafeBytes(body) }
  }
}

extension JSONSubject {
  func forEachField(_ body: FieldVisitor) {
    var value = bytes
    if form == .members {
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
    case nil, UInt8(ascii: "n"): body(name, nil, .nothing)
    case UInt8(ascii: "\""): JSONScalars.withText(ofScalar: value) { body(name, .text, $0) }
    case UInt8(ascii: "["): body(name, .list, .nothing)
    case UInt8(ascii: "{"): body(name, .object, .nothing)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): body(name, .flag, scalar(value))
    default: body(name, .number, scalar(value))
    }
  }

  private static func scalar(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: value.prefix { !JSONText.ends($0) })
  }
}

extension LineSubject {
  func forEachField(_ body: FieldVisitor) {
    Self.field.withBytes { body($0, bytes.isEmpty ? nil : .text, bytes) }
  }
}

extension RowSubject {
  func forEachField(_ body: FieldVisitor) {
    for (column, cell) in RowCells(bytes, table.delimiter).enumerated() {
      let name = column < table.names.count ? table.names[column] : "\(column + 1)"
      name.withBytes { name in
        _ = text(of: cell) { text in
          body(name, text.isEmpty ? nil : NumberParsing.value(text) == nil ? .text : .number, text)
          return true
        }
      }
    }
  }
}

extension ElementSubject {
  func forEachField(_ body: FieldVisitor) {
    fields.forEachField { name, kind, text in
      body(name, kind == .text && text.isEmpty && !hasEmptyTexts ? nil : kind, text)
    }
  }
}

extension FieldsSubject {
  func forEachField(_ body: FieldVisitor) {
    for field in fields.fields {
      field.name.withBytes { name in
        let kind: FieldAccumulator.Kind? =
          switch field.value {
          case .null: nil
          case .bool: .flag
          case .int, .double, .decimal: .number
          case .string: .text
          case .array: .list
          case .object: .object
          }
        (field.value.scalarString ?? "").withBytes { body(name, kind, $0) }
      }
    }
  }
}
