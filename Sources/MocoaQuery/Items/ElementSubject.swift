package import MocoaModel

/// A list element that determines which of its values filters and sort orders read.
package protocol QueryableElement: CellModel {
  /// A Boolean value that indicates whether an empty text counts as a value, not as a missing
  /// value.
  var hasEmptyTexts: Bool { get }

  /// The fields that a filter word without a field name searches, or `nil` for all fields.
  var searchedFields: [FieldValue.Field]? { get }
}

extension QueryableElement {
  package var hasEmptyTexts: Bool { true }
  package var searchedFields: [FieldValue.Field]? { nil }
}

/// A filter subject that reads the fields of a list element, or its Swift properties if it has no
/// fields.
struct ElementSubject: FilterSubject {
  private let fields: FieldsSubject

  /// A Boolean value that indicates whether an empty text counts as a value, not as a missing
  /// value.
  private let hasEmptyTexts: Bool

  /// The fields that a filter word without a field name searches, or `nil` for all fields.
  private let searchedFields: FieldsSubject?

  init(_ element: any CellModel) {
    fields = FieldsSubject(fields: element as? any FieldReadable ?? MirroredFields(element))
    let queryable = element as? any QueryableElement
    hasEmptyTexts = queryable?.hasEmptyTexts ?? true
    searchedFields = queryable?.searchedFields.map { FieldsSubject(fields: FieldValue.object($0)) }
  }

  func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool) {
    (searchedFields ?? fields).forEachText(body)
  }

  func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    fields.forEachText(ofField: path, body)
  }

  func withCanonicalText(
    ofField path: String, _ body: (UnsafeRawBufferPointer, ValueKind) -> Void
  ) -> Bool {
    fields.withCanonicalText(ofField: path, body)
  }

  func value(at path: String) -> FieldValue? { fields.value(at: path) }

  func forEachField(_ body: FieldVisitor) {
    fields.forEachField { name, kind, text in
      body(name, kind == .text && text.isEmpty && !hasEmptyTexts ? nil : kind, text)
    }
  }
}

/// A filter subject that reads any value with fields.
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
    var pending = [value]
    while let value = pending.popLast() {
      switch value {
      case .array(let values): pending += values.reversed()
      case .object(let fields): pending += fields.reversed().map(\.value)
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

/// The properties of a Swift value as fields.
package struct MirroredFields: FieldReadable {
  package let fields: [FieldValue.Field]

  /// The maximum nesting depth of values, because a value may contain itself.
  private static let maxDepth = 4

  package init(_ model: any CellModel) {
    guard case .object(let fields) = Self.value(of: model, depth: 0) else {
      self.fields = []
      return
    }
    self.fields = fields
  }

  package var fieldNames: [String] { fields.map(\.name) }

  package func field(_ name: String) -> FieldValue? { fields.first { $0.name == name }?.value }

  private static func value(of part: Any, depth: Int) -> FieldValue {
    switch part {
    case let text as String: return .string(text)
    case let number as any BinaryInteger: return .decimal("\(number)")
    case let number as Double: return .double(number)
    case let flag as Bool: return .bool(flag)
    default: break
    }
    let mirror = Mirror(reflecting: part)
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { value(of: $0.value, depth: depth) } ?? .null
    }
    guard depth < maxDepth, !mirror.children.isEmpty else { return .string("\(part)") }
    if mirror.displayStyle == .collection || mirror.displayStyle == .set {
      return .array(mirror.children.map { value(of: $0.value, depth: depth + 1) })
    }
    return .object(
      mirror.children.map { child in
        .init(name: child.label ?? "", value: value(of: child.value, depth: depth + 1))
      })
  }
}
