internal import MocoaLocalization
internal import Mocoa
internal import MocoaBrowser
internal import MocoaModel

/// The page of the music library.
final class MusicPage: ListPageViewModel {
  init(url: ModuleURL, registry: ModuleRegistry) throws {
    let library = try MusicLibrary.bundled.get()
    let unfiled = Section(
      id: "unfiled",
      header: Heading(
        text: localized("Unfiled"), count: localized("\(library.unfiled.count) recordings")),
      items: library.unfiled)
    let list = SectionedList(library.artists.map(\.section) + [unfiled])
    super.init(
      url: url,
      list: ListViewModel(model: list, module: registry.define(url.withoutOptions)))
  }

  override var title: String { localized("music") }
  override var parentURL: ModuleURL? { ModuleURL.home }
  override var breadcrumb: [String] { [localized("music")] }
}

/// The page of the albums of one artist.
final class ArtistPage: ListPageViewModel {
  private let artist: Artist

  init(url: ModuleURL, registry: ModuleRegistry) throws {
    let library = try MusicLibrary.bundled.get()
    guard let artist = library.artists.first(where: { String($0.id) == url["id"] }) else {
      throw UnknownSampleItemError(kind: localized("artist"), id: url["id"])
    }
    self.artist = artist
    let list = SectionedList([artist.section])
    super.init(
      url: url, list: ListViewModel(model: list, module: registry.define(MusicModule.address)))
  }

  override var title: String { artist.name }
  override var parentURL: ModuleURL? { try? ModuleURL(MusicModule.address) }
  override var breadcrumb: [String] { [localized("music"), title] }
}

/// The page of the tracks of one album, with a section for each side.
final class AlbumPage: ListPageViewModel {
  private let album: Album
  private let artist: Artist

  init(url: ModuleURL, registry: ModuleRegistry) throws {
    let library = try MusicLibrary.bundled.get()
    let found = library.artists.lazy.compactMap { artist in
      artist.albums.first { String($0.id) == url["id"] }.map { (artist, $0) }
    }.first
    guard let (artist, album) = found else {
      throw UnknownSampleItemError(kind: localized("album"), id: url["id"])
    }
    (self.artist, self.album) = (artist, album)
    let sides = Dictionary(grouping: album.tracks, by: \.side).sorted { $0.key < $1.key }
    let list = SectionedList(
      sides.map { side, tracks in
        Section(
          id: ItemID(side), moduleName: "side",
          header: Heading(text: localized("Side \(side)"), count: Count.tracks(tracks.count)),
          items: tracks)
      })
    super.init(
      url: url,
      list: ListViewModel(model: list, module: registry.define(url.withoutOptions)))
  }

  override var title: String { album.title }
  override var parentURL: ModuleURL? { MusicModule.artistURL(artist.id, at: album.id) }
  override var breadcrumb: [String] { [localized("music"), artist.name, title] }
}
