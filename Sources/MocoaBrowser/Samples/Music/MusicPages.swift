internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel

/// The page of the music library.
final class MusicPage: ListPageViewModel {
  init(url: ModuleURL, registry: ModuleRegistry) throws {
    let library = try MusicLibrary.bundled.get()
    let unfiled = Section(
      id: "unfiled",
      header: Heading(
        text: phrase("Unfiled"), count: phrase("\(library.unfiled.count) recordings")),
      items: library.unfiled)
    let list = SectionedList(library.artists.map(\.section) + [unfiled])
    super.init(
      url: url,
      list: ListViewModel(model: list, module: registry.register(at: url.module)))
  }

  override var title: String { phrase("music") }
  override var parentURL: ModuleURL? { HomePage.homeURL }
  override var breadcrumb: [String] { [phrase("music")] }
}

/// The page of the albums of one artist.
final class ArtistPage: ListPageViewModel {
  private let artist: Artist

  init(url: ModuleURL, registry: ModuleRegistry) throws {
    let library = try MusicLibrary.bundled.get()
    guard let artist = library.artists.first(where: { String($0.id) == url["id"] }) else {
      throw UnknownItem(kind: phrase("artist"), id: url["id"])
    }
    self.artist = artist
    let list = SectionedList([artist.section])
    super.init(
      url: url, list: ListViewModel(model: list, module: registry[MusicModule.address]))
  }

  override var title: String { artist.name }
  override var parentURL: ModuleURL? { try? ModuleURL(MusicModule.address) }
  override var breadcrumb: [String] { [phrase("music"), title] }
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
      throw UnknownItem(kind: phrase("album"), id: url["id"])
    }
    (self.artist, self.album) = (artist, album)
    let sides = Dictionary(grouping: album.tracks, by: \.side).sorted { $0.key < $1.key }
    let list = SectionedList(
      sides.map { side, tracks in
        Section(
          id: ItemID(side), name: "side",
          header: Heading(text: phrase("Side \(side)"), count: Count.tracks(tracks.count)),
          items: tracks)
      })
    super.init(
      url: url,
      list: ListViewModel(model: list, module: registry.register(at: url.module)))
  }

  override var title: String { album.title }
  override var parentURL: ModuleURL? { MusicModule.artistURL(artist.id, at: album.id) }
  override var breadcrumb: [String] { [phrase("music"), artist.name, title] }
}
