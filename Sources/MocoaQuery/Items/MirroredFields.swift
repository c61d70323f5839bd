package import MocoaModel

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
