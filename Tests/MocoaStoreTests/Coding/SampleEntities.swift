@testable import MocoaStore
import MocoaModel

/// An entity without children.
struct Artist: Entity {
  let id: String
  var name = ""
}

/// An entity whose identity has several forms.
struct Track: Entity {
  let id: ItemID
  var title = ""
  var seconds = 0

  private enum CodingKeys: CodingKey {
    case number, text, title, seconds
  }

  init(_ id: ItemID, _ title: String = "", seconds: Int = 0) {
    (self.id, self.title, self.seconds) = (id, title, seconds)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let number = try container.decodeIfPresent(Double.self, forKey: .number) {
      id = ItemID(number)
    } else {
      id = ItemID(try container.decode(String.self, forKey: .text))
    }
    title = try container.decode(String.self, forKey: .title)
    seconds = try container.decode(Int.self, forKey: .seconds)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let number = Double(id.description), id != ItemID(id.description) {
      try container.encode(number, forKey: .number)
    } else {
      try container.encode(id.description, forKey: .text)
    }
    try container.encode(title, forKey: .title)
    try container.encode(seconds, forKey: .seconds)
  }
}

/// An entity with children of all rules, one of them nested, and a value that only looks like a
/// child.
struct Album: Entity {
  let id: Int
  var title = ""
  var artist = Artist(id: "nobody")
  var producer: Artist?
  var tracks: [Track] = []
  var liner = Liner()

  /// An artist that is not declared as a child.
  var formerArtist: Artist?

  /// A value without identity that has children.
  struct Liner: Codable, Equatable, Sendable {
    var note = ""
    var bonus: [Track] = []
  }

  static var children: [ChildField<Album>] {
    [.required(\.artist), .optional(\.producer), .many(\.tracks), .many(\.liner.bonus)]
  }
}

/// An entity with an optional identity, whose replies are also drafts.
struct Draft: Entity {
  let id: Int
  var isIdentified: Bool { id != 0 }
  var text = ""
  var author: Artist?
  var replies: [Draft] = []
  var keeper: Keeper?

  /// An optional child that has a required child.
  struct Keeper: Entity {
    let id: Int
    var artist: Artist
    var isIdentified: Bool { id != 0 }
    static var children: [ChildField<Keeper>] { [.required(\.artist)] }
  }

  static var children: [ChildField<Draft>] {
    [.optional(\.author), .many(\.replies), .optional(\.keeper)]
  }
}

extension EntityEncoder {
  /// Returns the JSON of one entity and the children that it refers to.
  static func encode(
    _ value: any Entity, _ shape: EntityDescriptor
  ) throws -> (bytes: [UInt8], references: [EntityKey: Bool]) {
    let encoder = EntityEncoder(shape)
    let encoded = try encoder.encode(value, shape)
    return (encoder.bytes, encoded.references)
  }
}
