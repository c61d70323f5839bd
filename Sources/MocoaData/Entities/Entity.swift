public import MocoaModel

/// A value with an identity, of which a store keeps one truth: whoever shows it shows the same.
///
/// Entities are immutable values: changing one means upserting another with the same `id` into an
/// `EntityStore`. A field that is an entity itself is declared in `children`, and is then kept once
/// by its own identity, wherever it stands:
///
/// ```swift
/// struct Album: Entity {
///   let id: Int
///   var title: String
///   var artist: Artist
///   var tracks: [Track]
///
///   static var children: [Child<Album>] { [.required(\.artist), .many(\.tracks)] }
/// }
/// ```
///
/// `==` says what a change is: a field that it leaves out is taken over only along with others. Of two
/// types that show the same thing, each with fields of its own (*projections*), both have the same
/// `entityName` and equal ids, and `merging(_:)` takes over what they have in common.
public protocol Entity: CellModel, Identifiable, Equatable, Codable
where ID: ItemIDConvertible & Sendable {
  /// The name of the kind of thing, which is part of its identity; the name of the type by default.
  static var entityName: String { get }

  /// The name under which values of the type are stored; the qualified name of the type by default.
  ///
  /// A program that renames or moves the type keeps this name, or adds the former one to `formerNames`.
  static var storedName: String { get }

  /// The names that the type had in earlier versions of the program; none by default.
  ///
  /// Each is a stored name, with or without what precedes the last periods: `Shop.Singer` or `Singer`.
  /// A name stands for the former `entityName` as well, if that was its last part. What a file stores
  /// under one of these names becomes the type's own when the type is first used; what other types have
  /// stored in a kind of that name stays theirs.
  static var formerNames: [String] { get }

  /// The version of the stored fields; 1 by default.
  ///
  /// A cache that finds a later version leaves the value as it is, and reports it as unreadable.
  static var storedVersion: Int { get }

  /// Changes stored fields of an earlier version into those of `storedVersion`; does nothing by default.
  ///
  /// A child with an identity is stored as its identity, and a child without one as its fields in a
  /// list of one. The method must not add references to other children.
  ///
  /// - Parameters:
  ///   - fields: the stored fields, as an object.
  ///   - version: the version that stored them, less than `storedVersion`.
  /// - Throws: why the fields cannot be migrated; the value then counts as unreadable.
  static func migrate(_ fields: inout FieldValue, from version: Int) throws

  /// The fields that are entities themselves; none by default.
  ///
  /// They may lie within entities without identity, but not within themselves.
  static var children: [Child<Self>] { get }

  /// Whether it has an identity already; true by default.
  ///
  /// One that has none, like a draft, belongs to whoever holds it: it is neither shared nor saved by
  /// its id. Its children are shared all the same.
  var isIdentified: Bool { get }

  /// This value with what another projection of the same thing knows better.
  ///
  /// The default takes a value of its own type, and knows nothing of others.
  func merging(_ other: any Entity) -> Self
}

extension Entity {
  /// The name of the type.
  public static var entityName: String { String(describing: Self.self) }

  /// The qualified name of the type.
  public static var storedName: String {
    // The name of a private or local type says where in memory its context was found.
    String(reflecting: Self.self).split(separator: "(unknown context at ").enumerated()
      .map { $0.offset == 0 ? $0.element : $0.element.drop { $0 != ")" }.dropFirst() }
      .joined(separator: "()")
  }

  /// None.
  public static var formerNames: [String] { [] }

  /// 1.
  public static var storedVersion: Int { 1 }

  /// Does nothing.
  public static func migrate(_ fields: inout FieldValue, from version: Int) throws {}

  /// None.
  public static var children: [Child<Self>] { [] }

  /// True.
  public var isIdentified: Bool { true }

  /// The other value where it is of this type, else this one.
  public func merging(_ other: any Entity) -> Self { other as? Self ?? self }

  /// Which entity this is, among all of all kinds.
  public var entityKey: EntityKey { EntityKey(entityName: Self.entityName, id: id.itemID) }
}
