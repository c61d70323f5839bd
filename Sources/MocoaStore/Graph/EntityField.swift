/// A child field of one entity.
struct EntityField {
  /// The key of the entity, whether or not the entity exists.
  let key: EntityKey

  /// The type that declares the field.
  let shape: EntityDescriptor

  /// The index of the field among the child fields of the type.
  let number: Int
}
