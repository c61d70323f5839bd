/// A field of an entity that contains other entities.
struct EntityField {
  /// The key of the entity, whether or not the entity exists.
  let key: EntityKey

  /// The type that declares the field.
  let shape: EntityDescriptor

  /// The index of the field among the children of the type.
  let number: Int
}
