internal import MocoaModel

/// The description of an entity type: its names, its stored version and its children.
///
/// Each entity type has one instance.
public final class EntityDescriptor: Sendable {
  /// The name of the entity kind.
  public let entityName: String

  /// The entity type.
  public let type: any Entity.Type

  /// The name under which values of the type are stored.
  let storedName: String

  /// The names under which earlier versions of the program stored values of the type.
  let formerNames: [String]

  /// The version of the stored fields.
  let storedVersion: Int

  /// A closure that converts stored fields of an earlier version to those of `storedVersion`.
  let migrate: @Sendable (inout FieldValue, Int) throws -> Void

  /// The types of the entities in the child fields, in declaration order.
  let childTypes: [any Entity.Type]

  /// The types whose encoded values represent children.
  let childCodings: [ChildCoding]

  private let visit: @Sendable (any Entity, (any Entity, _ isRequired: Bool) -> Void) -> Void
  private let replace: @Sendable (any Entity, (any Entity) -> (any Entity)?) -> (any Entity)?
  private let findField: @Sendable (AnyKeyPath) -> Int?
  private let visitField: @Sendable (any Entity, Int, (any Entity) -> Void) -> Void
  private let compare: @Sendable (any CellModel, any CellModel) -> Bool

  private init<E: Entity>(_ type: E.Type) {
    let children = E.children
    (entityName, self.type, childTypes) = (E.entityName, type, children.map(\.type))
    (storedName, formerNames, storedVersion) = (E.storedName, E.formerNames, E.storedVersion)
    migrate = { fields, version in try E.migrate(&fields, from: version) }
    childCodings = childTypes.flatMap { ChildCoding.forms(of: $0) }
    visit = { value, body in
      guard let value = value as? E else { return }
      for child in children {
        child.forEach(value) { body($0, child.rule == .required) }
      }
    }
    replace = { value, transform in
      guard var value = value as? E else { return nil }
      return children.allSatisfy { $0.replace(&value, transform) } ? value : nil
    }
    findField = { path in children.firstIndex { $0.isAt(path) } }
    visitField = { value, number, body in
      if let value = value as? E { children[number].forEach(value, body) }
    }
    compare = { one, other in
      guard let one = one as? E, let other = other as? E else { return false }
      return one == other
    }
  }

  private static let cache = Monitor<[ObjectIdentifier: EntityDescriptor]>([:])

  /// Returns the description of a type.
  public static func descriptor<E: Entity>(for type: E.Type) -> EntityDescriptor {
    let id = ObjectIdentifier(type)
    if let shape = cache.update({ $0[id] }) { return shape }
    // Created outside the lock, because the declaration of the children is client code.
    let shape = EntityDescriptor(type)
    return cache.update { cached in
      if let earlier = cached[id] { return earlier }
      cached[id] = shape
      return shape
    }
  }

  /// Returns the description of the type of a value.
  static func descriptor(for value: any Entity) -> EntityDescriptor {
    func shape<E: Entity>(_ value: E) -> EntityDescriptor { descriptor(for: E.self) }
    return shape(value)
  }

  /// Returns the descriptions of the types of an entity kind that the program has already used.
  static func all(named entityName: String) -> [EntityDescriptor] {
    cache.update { $0.values.filter { $0.entityName == entityName } }
  }

  /// Returns `true` if earlier versions of the program stored values of the type under a name.
  func hadStoredName(_ name: String) -> Bool {
    name != storedName && formerNames.contains { name == $0 || name.hasSuffix(".\($0)") }
      && !Self.isPresent(name)
  }

  /// Returns `true` if the entity kind of the type had a name in earlier versions of the program.
  func hadEntityName(_ name: String) -> Bool {
    name != entityName && formerNames.contains { $0 == name || $0.hasSuffix(".\(name)") }
      && !Self.isPresent(name)
  }

  /// Returns `true` if a type that the program has already used is stored under a name.
  private static func isPresent(_ name: String) -> Bool {
    cache.update { $0.values.contains { $0.entityName == name || $0.storedName == name } }
  }

  /// Returns the key of a value of the type.
  func key(of value: any Entity) -> EntityKey {
    EntityKey(entityName: entityName, id: value.itemID)
  }

  /// Returns the index of the child field at a key path, or `nil` if the field is not declared.
  func field(at path: AnyKeyPath) -> Int? { findField(path) }

  /// Calls a closure with each entity in a child field, with or without identity.
  ///
  /// - Parameter number: The index of the field in `childTypes`.
  func forEachValue(of value: any Entity, inField number: Int, _ body: (any Entity) -> Void) {
    visitField(value, number, body)
  }

  /// A Boolean value that indicates whether the type declares children.
  var hasChildren: Bool { !childTypes.isEmpty }

  /// Calls a closure with each child that has an identity.
  ///
  /// For a child without identity, the closure receives the children in it instead.
  func forEachChild(of value: any Entity, _ body: (any Entity) -> Void) {
    forEachReference(of: value) { child, _ in body(child) }
  }

  /// Calls a closure with each child that has an identity, and with a Boolean value that indicates
  /// whether the value requires it.
  ///
  /// For a child without identity, the closure receives the children in it instead.
  func forEachReference(
    of value: any Entity, _ body: (any Entity, _ isRequired: Bool) -> Void
  ) {
    guard hasChildren else { return }
    visit(value) { child, isRequired in
      if child.isIdentified {
        body(child, isRequired)
      } else {
        EntityDescriptor.descriptor(for: child).forEachReference(of: child) {
          body($0, $1 && isRequired)
        }
      }
    }
  }

  /// Returns a copy of a value with replaced children.
  ///
  /// The closure receives each child with an identity, including the children in values without
  /// identity. If it returns `nil`, the child is removed.
  ///
  /// - Returns: The new value, or `nil` if the value requires a child that was removed.
  func replacingChildren(
    of value: any Entity, _ transform: (any Entity) -> (any Entity)?
  ) -> (any Entity)? {
    guard hasChildren else { return value }
    return replace(value) { child in
      child.isIdentified
        ? transform(child)
        : EntityDescriptor.descriptor(for: child).replacingChildren(of: child, transform)
    }
  }

  /// Returns `true` if two values have this type and are equal.
  func areEqual(_ one: any CellModel, _ other: any CellModel) -> Bool { compare(one, other) }
}
