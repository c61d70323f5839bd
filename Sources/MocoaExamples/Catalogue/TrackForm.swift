internal import Mocoa
internal import MocoaData

/// The form of a track.
///
/// It creates a track on the album in the option `album`, or edits the track in the option `id`.
final class TrackForm: CatalogueForm {
  static let address = TracksPage.address + "/form"

  static func register(in registry: ModuleRegistry, _ catalogue: Catalogue) {
    registry[address].page("Track") { options in
      let track = try options.optionalText("id").map { id in
        try catalogue.store[Ref<Track>(id)].orGone("song")
      }
      let album = try track == nil ? Ref<Album>(options.text("album")) : nil
      return TrackForm(track, on: album, options, catalogue)
    }
  }

  private let track: Track?

  /// The album of a new track.
  private let album: Ref<Album>?

  private init(
    _ track: Track?, on album: Ref<Album>?, _ options: PageOptions, _ catalogue: Catalogue
  ) {
    (self.track, self.album) = (track, album)
    super.init(
      options, catalogue, track?.title ?? "new song",
      [
        Field("title", track?.title ?? ""),
        Field("time", track.map { PlayingTime.text($0.seconds) } ?? ""),
      ])
  }

  override func confirm() throws {
    guard let seconds = PlayingTime.seconds(in: text(1)) else {
      throw FormFault("time is minutes and seconds, such as 4:05", field: 1)
    }
    let title = text(0)
    try save { transaction in
      guard let track else {
        var album = try album.flatMap { transaction[$0] }.orGone("album")
        let new = Track(id: .newIdentity(), title: title, seconds: seconds)
        album.tracks.append(new)
        try transaction.upsert(album)
        return new.id
      }
      var current = try transaction[Ref(track)].orGone("song")
      if isChanged(0) { current.title = title }
      if isChanged(1) { current.seconds = seconds }
      try transaction.upsert(current)
      return current.id
    }
  }
}
