internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel

/// The view model of an album: its title, year and number of tracks.
final class AlbumCellViewModel: CellViewModel<Album> {
  override var content: TextContent? {
    TextContent(
      [.init(model.title, .title), .init(model.kind == "album" ? "" : model.kind, .detail)],
      trailing: [
        .init(String(model.year), .number, width: 4),
        .init(Count.tracks(model.tracks.count), .detail, width: 9),
      ])
  }

  override var destination: ModuleURL? { MusicModule.albumURL(model) }
}

/// The view model of a live album.
final class LiveAlbumCellViewModel: CellViewModel<Album> {
  override var content: TextContent? {
    TextContent(
      [.init(model.title, .title), .init(localized("live · \(model.label)"), .detail)],
      trailing: [
        .init(String(model.year), .number, width: 4),
        .init(Count.tracks(model.tracks.count), .detail, width: 9),
      ])
  }

  override var destination: ModuleURL? { MusicModule.albumURL(model) }
}

/// The view model of a track: its number, title and duration.
final class TrackCellViewModel: CellViewModel<Track> {
  override var content: TextContent? {
    let number = model.id < 10 ? " \(model.id)" : "\(model.id)"
    return TextContent(
      [.init(number, .detail), .init(model.title, .title)],
      trailing: [.init(model.seconds.map(Count.duration) ?? "", .number, width: 5)])
  }
}

/// Functions that format counts and durations.
enum Count {
  static func tracks(_ count: Int) -> String {
    localized("\(count, one: "track", other: "tracks")")
  }

  static func albums(_ count: Int) -> String {
    localized("\(count, one: "album", other: "albums")")
  }

  /// Formats a duration as minutes and seconds: `9:22`.
  static func duration(_ seconds: Int) -> String {
    "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }
}
