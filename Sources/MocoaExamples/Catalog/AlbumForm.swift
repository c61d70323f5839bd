internal import Mocoa
internal import MocoaStore

/// The form of an album.
///
/// It creates an album of the artist in the option `artist`, or edits the album in the option `id`.
final class AlbumForm: CatalogForm {
  static let address = AlbumsPage.address + "/form"

  static func register(in registry: ModuleRegistry, _ catalog: Catalog) {
    registry.define(address).page("Album") { options in
      let album = try options.optionalString("id").map { id in
        try catalog.store[EntityReference<Album>(id)].orThrowDeleted("album")
      }
      let artist = try album == nil ? EntityReference<Artist>(options.string("artist")) : nil
      return AlbumForm(album, of: artist, options, catalog)
    }
  }

  private let album: Album?

  /// The artist of a new album, or `nil` if an existing album is edited.
  private let artist: EntityReference<Artist>?

  private init(
    _ album: Album?, of artist: EntityReference<Artist>?, _ options: PageOptions, _ catalog: Catalog
  ) {
    (self.album, self.artist) = (album, artist)
    super.init(
      options, catalog, album?.title ?? "new album",
      [
        Field("title", album?.title ?? ""), Field("date", album?.released.text ?? ""),
        Field("live", album?.isLive == true ? "yes" : "no", isRequired: false),
      ])
  }

  override func confirm() throws {
    guard let released = ReleaseDate(text(1)) else {
      throw FormError("date is a day, such as 1959-08-17", field: 1)
    }
    guard let isLive = Self.boolean(text(2)) else {
      throw FormError("live is yes or no", field: 2)
    }
    let title = text(0)
    try save { transaction in
      guard let album else {
        var artist = try artist.flatMap { transaction[$0] }.orThrowDeleted("artist")
        let new = Album(id: .newIdentity(), title: title, released: released, isLive: isLive)
        artist.albums.append(new)
        try transaction.upsert(artist)
        return new.id
      }
      var current = try transaction[EntityReference(album)].orThrowDeleted("album")
      if isChanged(0) { current.title = title }
      if isChanged(1) { current.released = released }
      if isChanged(2) { current.isLive = isLive }
      try transaction.upsert(current)
      return current.id
    }
    if isLive, catalog.arrangement.hidesLive {
      catalog.showMessage("hidden: the album is live (f shows it)")
    }
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "y": true
    case "no", "n", "": false
    default: nil
    }
  }
}
