/// A field of an entity that has other entities in it.
struct EntityField {
  /// The entity, whether it is there or not.
  let key: EntityKey

  /// The type that has the field.
  let shape: EntityShape

  /// The number of the field among the children of the type.
  let number: Int
}
