/// A field of an entity that is an entity itself, or several: declared once, by its key path.
public struct Child<Parent: Entity>: Sendable {
  /// What becomes of the parent when the child is deleted.
  public enum Rule: Sendable, Equatable {
    /// It is deleted as well.
    case required

    /// The field becomes nil.
    case optional

    /// The child is taken out of the field.
    case many
  }

  /// What becomes of the parent when the child is deleted.
  public let rule: Rule

  /// The type of the field's values.
  let type: any Entity.Type

  /// Whether a key path is that of the field.
  let isAt: @Sendable (AnyKeyPath) -> Bool

  /// Calls with each value of the field.
  let forEach: @Sendable (Parent, (any Entity) -> Void) -> Void

  /// Puts other values into the field: nil takes one out.
  ///
  /// The closure is to give values of the field's type; another is taken for nil. It returns false
  /// where the parent cannot be without the one that was taken out.
  let replace: @Sendable (inout Parent, (any Entity) -> (any Entity)?) -> Bool

  /// A child without which there is no parent.
  public static func required<C: Entity>(
    _ path: any WritableKeyPath<Parent, C> & Sendable
  ) -> Child {
    Child(rule: .required, type: C.self, isAt: { $0 == path }) { parent, body in
      body(parent[keyPath: path])
    } replace: { parent, transform in
      guard let child = transform(parent[keyPath: path]) as? C else { return false }
      parent[keyPath: path] = child
      return true
    }
  }

  /// A child that may be missing.
  public static func optional<C: Entity>(
    _ path: any WritableKeyPath<Parent, C?> & Sendable
  ) -> Child {
    Child(rule: .optional, type: C.self, isAt: { $0 == path }) { parent, body in
      if let child = parent[keyPath: path] { body(child) }
    } replace: { parent, transform in
      if let child = parent[keyPath: path] { parent[keyPath: path] = transform(child) as? C }
      return true
    }
  }

  /// Any number of children, in order.
  public static func many<C: Entity>(
    _ path: any WritableKeyPath<Parent, [C]> & Sendable
  ) -> Child {
    Child(rule: .many, type: C.self, isAt: { $0 == path }) { parent, body in
      for child in parent[keyPath: path] { body(child) }
    } replace: { parent, transform in
      parent[keyPath: path] = parent[keyPath: path].compactMap { transform($0) as? C }
      return true
    }
  }
}
