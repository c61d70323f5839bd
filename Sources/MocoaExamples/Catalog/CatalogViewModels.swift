internal import Mocoa

extension Emission.Name {
  /// The cursor moved to an item; the value is its identity.
  static let cursorMoved: Emission.Name = "look"
}

/// The view model of an artist: the name and the number of albums.
///
/// Opening the cell shows the albums of the artist.
final class ArtistCellViewModel: CellViewModel<Artist> {
  override var content: TextContent? {
    TextContent(
      [.init(model.name, .title)],
      trailing: [.init(.count(model.albums.count, of: "album"), .detail)])
  }

  override var destination: ModuleURL? { AlbumsPage.url(of: model.id) }

  override func didHighlight() { emit(.cursorMoved, value: model.id) }
}

/// The view model of an album in two rows: the title, date, number of songs and playing time.
final class AlbumCellViewModel: CellViewModel<Album> {
  override var content: TextContent? {
    let live = TextContent.Span(model.isLive ? " (Live)" : "", .title, isJoined: true)
    return TextContent(lines: [
      .init([.init(model.title, .title), live], trailing: [.init(model.released.text, .number)]),
      .init(
        [.init(.count(model.tracks.count, of: "song"), .detail)],
        trailing: [.init(PlayingTime.text(model.seconds), .detail)]),
    ])
  }

  override var destination: ModuleURL? { TracksPage.url(of: model.id) }
}

/// The view model of a track: the title and the playing time.
final class TrackCellViewModel: CellViewModel<Track> {
  override var content: TextContent? {
    TextContent(
      [.init(model.title, .title)], trailing: [.init(PlayingTime.text(model.seconds), .number)])
  }
}
