/// A type whose encoded values represent children of an entity.
///
/// Key paths identify the fields that contain children, but their coding keys are unknown.
/// Therefore an encoded value is recognized as a child if it has the type of a declared child and
/// the identity of a child of the entity.
struct ChildCoding: Sendable {
  /// The number of children that a value of the type represents.
  enum Multiplicity {
    case one, optional, many
  }

  /// The identifier of the type, which is the type of a child, an optional of it, or an array of
  /// it.
  let type: ObjectIdentifier

  /// The number of children that a value of the type represents.
  let multiplicity: Multiplicity

  /// The type of one child.
  let child: any Entity.Type

  /// A closure that creates a value of the type from the resolved children.
  ///
  /// For the multiplicity `one`, the array has one child.
  let assemble: @Sendable ([any Entity]) -> Any?

  /// The descriptor of the type of one child.
  var shape: EntityDescriptor { EntityDescriptor.descriptor(for: child) }

  /// Returns three codings: for an entity type, for an optional of it, and for an array of it.
  static func forms<C: Entity>(of type: C.Type) -> [ChildCoding] {
    [
      ChildCoding(type: ObjectIdentifier(C.self), multiplicity: .one, child: type) {
        $0.first as? C
      },
      ChildCoding(type: ObjectIdentifier(C?.self), multiplicity: .optional, child: type) {
        children in
        children.first as? C as Any
      },
      ChildCoding(type: ObjectIdentifier([C].self), multiplicity: .many, child: type) { children in
        children.compactMap { $0 as? C }
      },
    ]
  }
}

extension EntityDescriptor {
  /// Returns the coding of a type, or `nil` if values of the type do not represent children.
  func coding<T>(of type: T.Type) -> ChildCoding? {
    childCodings.first { $0.type == ObjectIdentifier(type) }
  }
}

/// The path from the outermost coded value to a value in it.
final class CodingPath: Sendable {
  /// The maximum nesting depth of values.
  static let maxDepth = 200

  /// The number of keys on the path.
  let depth: Int

  private let key: any CodingKey
  private let outer: CodingPath?

  init(_ key: any CodingKey, in outer: CodingPath?) {
    (self.key, self.outer) = (key, outer)
    depth = (outer?.depth ?? 0) + 1
  }

  /// The coding keys on the path, from the outermost to the innermost.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path: CodingPath? = self
    while let current = path {
      keys.append(current.key)
      path = current.outer
    }
    return keys.reversed()
  }
}

/// The coding key of an array element, or of the superclass of an object.
struct IndexKey: CodingKey {
  /// The key as text.
  let stringValue: String

  /// The index in the array.
  let intValue: Int?

  /// The key of the superclass.
  static let inherited = IndexKey(stringValue: "super")

  init(_ position: Int) {
    (stringValue, intValue) = (String(position), position)
  }

  init(stringValue: String) {
    (self.stringValue, intValue) = (stringValue, nil)
  }

  init(intValue: Int) {
    self.init(intValue)
  }
}
