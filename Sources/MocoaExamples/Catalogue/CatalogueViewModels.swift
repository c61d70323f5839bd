internal import Mocoa

extension Emission.Name {
  /// The cursor came to an item; the value is its identity.
  static let look: Emission.Name = "look"
}

/// An artist in a row: the name, and how many albums there are, to which opening it leads.
final class ArtistCellViewModel: CellViewModel<Artist> {
  override var content: TextContent? {
    TextContent(
      [.init(model.name, .title)],
      trailing: [.init(.count(model.albums.count, of: "album"), .detail)])
  }

  override var destination: ModuleURL? { AlbumsPage.url(of: model.id) }

  override func didHighlight() { emit(.look, value: model.id) }
}

/// An album in two rows: what it is called and when it came out, and how much there is on it.
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

/// A track in a row: what it is called, and how long it is.
final class TrackCellViewModel: CellViewModel<Track> {
  override var content: TextContent? {
    TextContent(
      [.init(model.title, .title)], trailing: [.init(PlayingTime.text(model.seconds), .number)])
  }
}
