/// The declaration of a field that contains children of an entity.
///
/// A key path identifies the field.
public struct ChildField<Parent: Entity>: Sendable {
  /// The effect on the parent of the deletion of a child in the field.
  public enum Rule: Sendable, Equatable {
    /// The parent is deleted too.
    case required

    /// The field becomes `nil`.
    case optional

    /// The child is removed from the field.
    case many
  }

  /// The effect on the parent of the deletion of a child in the field.
  public let rule: Rule

  /// The type of the entities in the field.
  let type: any Entity.Type

  /// A closure that returns `true` if a key path refers to the field.
  let isAt: @Sendable (AnyKeyPath) -> Bool

  /// A closure that calls another closure with each entity in the field.
  let forEach: @Sendable (Parent, (any Entity) -> Void) -> Void

  /// A closure that replaces the entities in the field.
  ///
  /// The second argument is a closure that returns the replacement of an entity, or `nil` to remove
  /// the entity. A replacement with a wrong type counts as `nil`. The result is `false` if the
  /// parent requires a removed entity.
  let replace: @Sendable (inout Parent, (any Entity) -> (any Entity)?) -> Bool

  /// Declares a field with a child that the parent requires.
  public static func required<C: Entity>(
    _ path: any WritableKeyPath<Parent, C> & Sendable
  ) -> ChildField {
    ChildField(rule: .required, type: C.self, isAt: { $0 == path }) { parent, body in
      body(parent[keyPath: path])
    } replace: { parent, transform in
      guard let child = transform(parent[keyPath: path]) as? C else { return false }
      parent[keyPath: path] = child
      return true
    }
  }

  /// Declares a field with a child that may be missing.
  public static func optional<C: Entity>(
    _ path: any WritableKeyPath<Parent, C?> & Sendable
  ) -> ChildField {
    ChildField(rule: .optional, type: C.self, isAt: { $0 == path }) { parent, body in
      if let child = parent[keyPath: path] { body(child) }
    } replace: { parent, transform in
      if let child = parent[keyPath: path] { parent[keyPath: path] = transform(child) as? C }
      return true
    }
  }

  /// Declares a field with any number of children, in order.
  public static func many<C: Entity>(
    _ path: any WritableKeyPath<Parent, [C]> & Sendable
  ) -> ChildField {
    ChildField(rule: .many, type: C.self, isAt: { $0 == path }) { parent, body in
      for child in parent[keyPath: path] { body(child) }
    } replace: { parent, transform in
      parent[keyPath: path] = parent[keyPath: path].compactMap { transform($0) as? C }
      return true
    }
  }
}
