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

  /// None.
  public static var children: [Child<Self>] { [] }

  /// True.
  public var isIdentified: Bool { true }

  /// The other value where it is of this type, else this one.
  public func merging(_ other: any Entity) -> Self { other as? Self ?? self }

  /// Which entity this is, among all of all kinds.
  public var entityKey: EntityKey { EntityKey(entityName: Self.entityName, id: id.itemID) }
}
