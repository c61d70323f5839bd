internal import MocoaBrowser
internal import MocoaData
internal import MocoaModel

/// The bundled music library: artists, their albums and tracks.
struct MusicLibrary: Sendable {
  let artists: [Artist]

  /// Recordings whose kind has no registered module, so that debug mode shows placeholders.
  let unfiled: [Recording]

  /// The bundled library, parsed once.
  static let bundled = Result { try MusicLibrary(JSON.parse(Resources.music)) }

  init(_ json: FieldValue) throws {
    artists = try json.array("artists").map { try Artist($0) }
    unfiled = try json.array("unfiled").map { try Recording($0) }
  }
}

/// An artist in the music library.
struct Artist: CellModel, Identifiable, Equatable, RecordDecodable {
  let id: Int
  let name: String
  let nativeName: String?
  let instrument: String
  let albums: [Album]

  init(_ record: some FieldReadable) throws {
    id = try record.integer("id")
    name = try record.string("name")
    nativeName = try record.optionalString("native")
    instrument = try record.string("instrument")
    let artistID = id
    albums = try record.array("albums").map { try Album($0).by(artistID) }
  }
}

/// A released album.
struct Album: CellModel, Identifiable, Equatable, RecordDecodable {
  let id: Int
  let kind: String
  let title: String
  let year: Int
  let label: String
  let tracks: [Track]
  var artistID = 0

  /// `album`, `live`, `compilation` or `soundtrack`.
  var moduleName: String { kind }

  init(_ record: some FieldReadable) throws {
    id = try record.integer("id")
    kind = try record.string("kind")
    title = try record.string("title")
    year = try record.integer("year")
    label = try record.string("label")
    tracks = try record.array("tracks").map { try Track($0) }
  }

  func by(_ artistID: Int) -> Album {
    var album = self
    album.artistID = artistID
    return album
  }
}

/// A track of an album.
struct Track: CellModel, Identifiable, Equatable, RecordDecodable {
  /// The track number on the album, counted across both sides.
  let id: Int
  let side: String
  let title: String
  let seconds: Int?

  var moduleName: String { "track" }

  init(_ record: some FieldReadable) throws {
    id = try record.integer("number")
    side = try record.string("side")
    title = try record.string("title")
    seconds = try record.optionalInteger("seconds")
  }
}

/// A recording that is not an album, such as a bootleg.
///
/// Its fields are not decoded into properties.
struct Recording: CellModel, FieldReadable, Equatable {
  let fields: FieldValue
  let itemID: ItemID
  let moduleName: String

  init(_ record: FieldValue) throws {
    fields = record
    itemID = ItemID(try record.integer("id"))
    moduleName = try record.string("kind")
  }

  var fieldNames: [String] { fields.fieldNames }

  func field(_ name: String) -> FieldValue? { fields.field(name) }
}
