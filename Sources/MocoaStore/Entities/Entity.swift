public import MocoaModel

/// A value with an identity.
///
/// A store holds one value for each identity. Entities are immutable values. To change an entity,
/// upsert a value with the same `id` into an `EntityStore`. Declare fields that contain entities in
/// `children`. The store holds each child once, by its own identity, regardless of the number of
/// parents:
///
/// ```swift
/// struct Album: Entity {
///   let id: Int
///   var title: String
///   var artist: Artist
///   var tracks: [Track]
///
///   static var children: [ChildField<Album>] { [.required(\.artist), .many(\.tracks)] }
/// }
/// ```
///
/// An entity counts as changed if `==` returns `false` for its old and its new value. A field that
/// `==` ignores is updated only together with other fields. Two types that represent the same
/// entity with different fields are *projections*. They have the same `entityName` and equal IDs,
/// and `merging(_:)` copies the fields that both have.
public protocol Entity: CellModel, Identifiable, Equatable, Codable
where ID: ItemIDConvertible & Sendable {
  /// The name of the entity kind, which is a part of the key of each entity.
  ///
  /// The default is the name of the type.
  static var entityName: String { get }

  /// The name under which values of the type are stored.
  ///
  /// The default is the qualified name of the type.
  ///
  /// If a program renames or moves the type, it keeps this name or adds the old one to
  /// `formerNames`.
  static var storedName: String { get }

  /// The names of the type in earlier versions of the program.
  ///
  /// Each is a stored name, such as `Shop.Singer`, or its last components, such as `Singer`. The
  /// last component of each name also counts as a former `entityName`. When the type is first used,
  /// values that a file stores under one of these names become values of this type. Values of other
  /// types that use such a name now are not affected.
  static var formerNames: [String] { get }

  /// The version of the stored fields.
  ///
  /// The default is 1.
  ///
  /// If a stored value has a later version, the cache leaves it unchanged and reports it as
  /// unreadable.
  static var storedVersion: Int { get }

  /// Converts stored fields of an earlier version to those of `storedVersion`.
  ///
  /// The default does nothing.
  ///
  /// A child with an identity is stored as its identity, a child without one as an array that
  /// contains its fields. The method must not add references to other children.
  ///
  /// - Parameters:
  ///   - fields: The stored fields, as an object.
  ///   - version: The version that stored the fields, less than `storedVersion`.
  /// - Throws: An error if the fields cannot be migrated. The value then counts as unreadable.
  static func migrate(_ fields: inout FieldValue, from version: Int) throws

  /// The fields that contain entities.
  ///
  /// The default is empty.
  ///
  /// An entity may contain other entities directly or in values without identity, but never itself.
  static var children: [ChildField<Self>] { get }

  /// A Boolean value that indicates whether the value has an identity.
  ///
  /// The default is `true`.
  ///
  /// A value without an identity, such as a draft, belongs to the list or provider that holds it.
  /// It is neither shared nor saved by its ID. The children in it are shared.
  var isIdentified: Bool { get }

  /// Returns this value with the newer fields of another projection of the same entity.
  ///
  /// The default returns `other` if it has the same type, and otherwise this value.
  func merging(_ other: any Entity) -> Self
}

extension Entity {
  /// The name of the type.
  public static var entityName: String { String(describing: Self.self) }

  /// The qualified name of the type.
  public static var storedName: String {
    // The name of a private or local type contains the memory address of its context.
    String(reflecting: Self.self).split(separator: "(unknown context at ").enumerated()
      .map { $0.offset == 0 ? $0.element : $0.element.drop { $0 != ")" }.dropFirst() }
      .joined(separator: "()")
  }

  /// An empty array by default.
  public static var formerNames: [String] { [] }

  /// 1 by default.
  public static var storedVersion: Int { 1 }

  /// Does nothing by default.
  public static func migrate(_ fields: inout FieldValue, from version: Int) throws {}

  /// An empty array by default.
  public static var children: [ChildField<Self>] { [] }

  /// `true` by default.
  public var isIdentified: Bool { true }

  /// Returns the other value if it has this type; otherwise this value.
  public func merging(_ other: any Entity) -> Self { other as? Self ?? self }

  /// The key of the entity, which is unique among all entity kinds.
  public var entityKey: EntityKey { EntityKey(entityName: Self.entityName, id: id.itemID) }
}
