internal import Mocoa
internal import MocoaStore

/// The form of a track.
///
/// It creates a track on the album in the option `album`, or edits the track in the option `id`.
final class TrackForm: CatalogForm {
  static let address = TracksPage.address + "/form"

  static func register(in registry: ModuleRegistry, _ catalog: Catalog) {
    registry.define(address).page("Track") { options in
      let track = try options.optionalString("id").map { id in
        try catalog.store[EntityReference<Track>(id)].orThrowDeleted("song")
      }
      let album = try track == nil ? EntityReference<Album>(options.string("album")) : nil
      return TrackForm(track, on: album, options, catalog)
    }
  }

  private let track: Track?

  /// The album of a new track, or `nil` if an existing track is edited.
  private let album: EntityReference<Album>?

  private init(
    _ track: Track?, on album: EntityReference<Album>?, _ options: PageOptions, _ catalog: Catalog
  ) {
    (self.track, self.album) = (track, album)
    super.init(
      options, catalog, track?.title ?? "new song",
      [
        Field("title", track?.title ?? ""),
        Field("time", track.map { PlayingTime.text($0.seconds) } ?? ""),
      ])
  }

  override func confirm() throws {
    guard let seconds = PlayingTime.parse(text(1)) else {
      throw FormError("time is minutes and seconds, such as 4:05", field: 1)
    }
    let title = text(0)
    try save { transaction in
      guard let track else {
        var album = try album.flatMap { transaction[$0] }.orThrowDeleted("album")
        let new = Track(id: .newIdentity(), title: title, seconds: seconds)
        album.tracks.append(new)
        try transaction.upsert(album)
        return new.id
      }
      var current = try transaction[EntityReference(track)].orThrowDeleted("song")
      if isChanged(0) { current.title = title }
      if isChanged(1) { current.seconds = seconds }
      try transaction.upsert(current)
      return current.id
    }
  }
}
