/// A declaration of a field that contains one or more entities, identified by its key path.
public struct ChildField<Parent: Entity>: Sendable {
  /// The effect on the parent when the child is deleted.
  public enum Rule: Sendable, Equatable {
    /// The parent is deleted too.
    case required

    /// The field becomes `nil`.
    case optional

    /// The child is removed from the field.
    case many
  }

  /// The effect on the parent when the child is deleted.
  public let rule: Rule

  /// The type of the field's values.
  let type: any Entity.Type

  /// A closure that returns `true` if a key path refers to the field.
  let isAt: @Sendable (AnyKeyPath) -> Bool

  /// A closure that calls another closure with each value of the field.
  let forEach: @Sendable (Parent, (any Entity) -> Void) -> Void

  /// A closure that replaces the values of the field; `nil` removes a value.
  ///
  /// The transform must return values of the field's type; another type counts as `nil`. The
  /// closure returns `false` if the parent requires a value that was removed.
  let replace: @Sendable (inout Parent, (any Entity) -> (any Entity)?) -> Bool

  /// Declares a child that the parent requires.
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

  /// Declares a child that may be missing.
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

  /// Declares any number of children, in order.
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
