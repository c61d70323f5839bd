package import MocoaModel

/// A subject that reads any value with fields.
package struct FieldsSubject: FilterSubject {
  package let fields: any FieldReadable

  package init(fields: any FieldReadable) { self.fields = fields }

  package func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool) {
    for field in fields.fields {
      guard Self.forEachText(in: field.value, body) else { return }
    }
  }

  package func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    guard let value = value(at: path) else { return false }
    _ = Self.forEachText(in: value, body)
    return true
  }

  package func withCanonicalText(
    ofField path: String, _ body: (UnsafeRawBufferPointer, ValueKind) -> Void
  ) -> Bool {
    guard let value = value(at: path) else { return false }
    guard var text = value.scalarString else {
      CompactJSON.bytes(of: value).withUnsafeBytes { body($0, .text) }
      return true
    }
    let kind: ValueKind =
      switch value {
      case .null: .null
      case .string: .text
      default: .unquoted
      }
    text.withUTF8 { body(UnsafeRawBufferPointer($0), kind) }
    return true
  }

  /// Returns the value at a path.
  ///
  /// The path is the name of a field, or names and array indexes separated by periods.
  package func value(at path: String) -> FieldValue? {
    if let value = fields.field(path) { return value }
    let names = path.split(separator: ".", omittingEmptySubsequences: false)
    guard names.count > 1, var value = fields.field(String(names[0])) else { return nil }
    for name in names.dropFirst() {
      guard let inner = value.child(name) else { return nil }
      value = inner
    }
    return value
  }

  private static func forEachText(
    in value: FieldValue, _ body: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    var rest = [value]
    while let value = rest.popLast() {
      switch value {
      case .array(let values): rest += values.reversed()
      case .object(let fields): rest += fields.reversed().map(\.value)
      default:
        var text = value.scalarString ?? ""
        guard text.withUTF8({ body(UnsafeRawBufferPointer($0)) }) else { return false }
      }
    }
    return true
  }

  package func forEachField(_ body: FieldVisitor) {
    for field in fields.fields {
      field.name.withBytes { name in
        let kind: FieldKind? =
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

extension FieldValue {
  /// Returns the member of an object with a name, or the element of a list at an index.
  fileprivate func child(_ name: Substring) -> FieldValue? {
    guard case .array(let values) = self else { return field(String(name)) }
    guard let position = Int(name), values.indices.contains(position) else { return nil }
    return values[position]
  }
}
