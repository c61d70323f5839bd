internal import Mocoa
internal import MocoaStore

/// The form of an artist, for a new one or for the artist in the option `id`.
final class ArtistForm: CatalogForm {
  static let address = ArtistsPage.address + "/form"

  static func register(in registry: ModuleRegistry, _ catalog: Catalog) {
    registry.define(address).page("Artist") { options in
      let artist = try options.optionalString("id").map { id in
        try catalog.store[EntityReference<Artist>(id)].orThrowDeleted("artist")
      }
      return ArtistForm(artist, options, catalog)
    }
  }

  private let artist: Artist?

  private init(_ artist: Artist?, _ options: PageOptions, _ catalog: Catalog) {
    self.artist = artist
    super.init(
      options, catalog, artist?.name ?? "new artist", [Field("name", artist?.name ?? "")])
  }

  override func confirm() throws {
    let name = text(0)
    try save { transaction in
      guard let artist else {
        let new = Artist(id: .newIdentity(), name: name)
        try transaction.edit(Catalog.artists) { $0.append(new) }
        return new.id
      }
      var current = try transaction[EntityReference(artist)].orThrowDeleted("artist")
      if isChanged(0) { current.name = name }
      try transaction.upsert(current)
      return current.id
    }
  }
}
