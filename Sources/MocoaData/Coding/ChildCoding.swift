/// A type that stands for children of an entity wherever a value is coded, and in which form.
///
/// Key paths tell which fields are children, but nobody can tell their coding keys. Types can be told:
/// what is encoded as the type of a declared child is a child, if it is among those of the entity.
struct ChildCoding: Sendable {
  /// How many children a value of the type is.
  enum Form {
    case one, optional, many
  }

  /// The type: a child's own, an optional of it, or an array.
  let type: ObjectIdentifier

  /// How many children a value of the type is.
  let form: Form

  /// The type of one child.
  let child: any Entity.Type

  /// The children that were found, as a value of the type; there is exactly one of one.
  let assemble: @Sendable ([any Entity]) -> Any?

  /// What is known of the type of one child.
  var shape: EntityShape { EntityShape.of(child) }

  /// A type and what is made of it.
  static func forms<C: Entity>(of type: C.Type) -> [ChildCoding] {
    [
      ChildCoding(type: ObjectIdentifier(C.self), form: .one, child: type) { $0.first as? C },
      ChildCoding(type: ObjectIdentifier(C?.self), form: .optional, child: type) { children in
        children.first as? C as Any
      },
      ChildCoding(type: ObjectIdentifier([C].self), form: .many, child: type) { children in
        children.compactMap { $0 as? C }
      },
    ]
  }
}

extension EntityShape {
  /// How a type stands for children; nil where it is none of theirs.
  func coding<T>(of type: T.Type) -> ChildCoding? {
    childCodings.first { $0.type == ObjectIdentifier(type) }
  }
}

/// Where a value stands within the one that is coded.
final class CodingPath: Sendable {
  /// So many values may stand in one another.
  static let deepest = 200

  /// How many values are around.
  let depth: Int

  private let key: any CodingKey
  private let outer: CodingPath?

  init(_ key: any CodingKey, in outer: CodingPath?) {
    (self.key, self.outer) = (key, outer)
    depth = (outer?.depth ?? 0) + 1
  }

  /// The keys from the outermost on.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path: CodingPath? = self
    while let place = path {
      keys.append(place.key)
      path = place.outer
    }
    return keys.reversed()
  }
}

/// A position in a list, or the key of what a type inherits.
struct PlaceKey: CodingKey {
  /// The key as a text.
  let stringValue: String

  /// The position.
  let intValue: Int?

  /// The key of what a type inherits.
  static let inherited = PlaceKey(stringValue: "super")

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
