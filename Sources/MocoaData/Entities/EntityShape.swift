internal import MocoaModel

/// What is known of a type of entities: its kind and its children, found out once for each type.
public final class EntityShape: Sendable {
  /// The name of the kind.
  public let entityName: String

  /// The type.
  public let type: any Entity.Type

  /// The name under which values of the type are stored.
  let storedName: String

  /// The names under which earlier versions of the program stored values of the type.
  let formerNames: [String]

  /// The version of the stored fields.
  let storedVersion: Int

  /// Changes stored fields of an earlier version into those of `storedVersion`.
  let migrate: @Sendable (inout FieldValue, Int) throws -> Void

  /// The types of the children, in the order of their declaration.
  let childTypes: [any Entity.Type]

  /// The types that stand for children wherever a value is coded.
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

  private static let known = Monitor<[ObjectIdentifier: EntityShape]>([:])

  /// What is known of a type.
  public static func of<E: Entity>(_ type: E.Type) -> EntityShape {
    let id = ObjectIdentifier(type)
    if let shape = known.update({ $0[id] }) { return shape }
    // Outside of the lock: what a type says of its children is foreign code.
    let shape = EntityShape(type)
    return known.update { known in
      if let earlier = known[id] { return earlier }
      known[id] = shape
      return shape
    }
  }

  /// What is known of the type of a value.
  static func of(_ value: any Entity) -> EntityShape {
    func shape<E: Entity>(_ value: E) -> EntityShape { of(E.self) }
    return shape(value)
  }

  /// The types of a kind, those of which something was asked so far.
  static func all(named entityName: String) -> [EntityShape] {
    known.update { $0.values.filter { $0.entityName == entityName } }
  }

  /// Whether values of the type were stored under a name in earlier versions of the program.
  func hadStoredName(_ name: String) -> Bool {
    name != storedName && formerNames.contains { name == $0 || name.hasSuffix(".\($0)") }
      && !Self.isPresent(name)
  }

  /// Whether the kind of the type had a name in earlier versions of the program.
  func hadEntityName(_ name: String) -> Bool {
    name != entityName && formerNames.contains { $0 == name || $0.hasSuffix(".\(name)") }
      && !Self.isPresent(name)
  }

  /// Whether a type, of those of which something was asked so far, has a name now.
  private static func isPresent(_ name: String) -> Bool {
    known.update { $0.values.contains { $0.entityName == name || $0.storedName == name } }
  }

  /// Which entity a value of the type is.
  func key(of value: any Entity) -> EntityKey {
    EntityKey(entityName: entityName, id: value.itemID)
  }

  /// The number of the field at a key path, among the children; nil where it was not declared.
  func field(at path: AnyKeyPath) -> Int? { findField(path) }

  /// Calls with each value of a field, with an identity or without.
  func forEachValue(of value: any Entity, inField number: Int, _ body: (any Entity) -> Void) {
    visitField(value, number, body)
  }

  /// Whether values of the type have children.
  var hasChildren: Bool { !childTypes.isEmpty }

  /// Calls with each child that has an identity; of children without, with theirs.
  func forEachChild(of value: any Entity, _ body: (any Entity) -> Void) {
    forEachReference(of: value) { child, _ in body(child) }
  }

  /// Calls with each child that has an identity, and whether the value cannot be without it; of
  /// children without, with theirs.
  func forEachReference(
    of value: any Entity, _ body: (any Entity, _ isRequired: Bool) -> Void
  ) {
    guard hasChildren else { return }
    visit(value) { child, isRequired in
      if child.isIdentified {
        body(child, isRequired)
      } else {
        EntityShape.of(child).forEachReference(of: child) { body($0, $1 && isRequired) }
      }
    }
  }

  /// The value with other children, those of children without identity among them: nil takes one out.
  ///
  /// - Returns: nil where it cannot be without one that was taken out.
  func replacingChildren(
    of value: any Entity, _ transform: (any Entity) -> (any Entity)?
  ) -> (any Entity)? {
    guard hasChildren else { return value }
    return replace(value) { child in
      child.isIdentified
        ? transform(child) : EntityShape.of(child).replacingChildren(of: child, transform)
    }
  }

  /// Whether two values are equal and of the type.
  func areEqual(_ one: any CellModel, _ other: any CellModel) -> Bool { compare(one, other) }
}
