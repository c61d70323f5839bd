internal import MocoaLocalization
internal import Mocoa
internal import MocoaBrowser
internal import MocoaModel
internal import MocoaTerminal

/// The sample module at `mocoa://music/`, written in code: artists are sections, albums are cells,
/// and each album has a page with its tracks.
///
/// The module registers named sections, named cells and default cells. The default section has no
/// default cell, so its recordings appear as placeholders in debug mode.
@MainActor
enum MusicModule {
  static let address = "mocoa://music/"

  static func register(in registry: ModuleRegistry) {
    let music = registry.define(address).page(localized("Music library")) { options in
      try MusicPage(url: options.url, registry: registry)
    }
    music.section("artist").header.register(HeadingViewModel.self)
    music.section("artist").cell("album").register(AlbumCellViewModel.self).view(AlbumCell.self)
    music.section("artist").cell("live").register(LiveAlbumCellViewModel.self)
    music.section("artist").cell.register(AlbumCellViewModel.self)
    music.section.header.register(HeadingViewModel.self)

    music.section("artist").page(localized("One artist")) { options in
      try ArtistPage(url: options.url, registry: registry)
    }
    let album = music.section("artist").cell("album").page(localized("One album")) { options in
      try AlbumPage(url: options.url, registry: registry)
    }
    album.section("side").header.register(HeadingViewModel.self)
    album.section("side").cell("track").register(TrackCellViewModel.self)
  }

  static func albumURL(_ album: Album) -> ModuleURL? {
    try? ModuleURL("\(address)artist/album?id=\(album.id)")
  }

  static func artistURL(_ id: Int, at album: Int? = nil) -> ModuleURL? {
    try? ModuleURL("\(address)artist?id=\(id)" + (album.map { "#\($0)" } ?? ""))
  }
}

extension Artist {
  /// The artist as a section with a header and the albums as items.
  var section: Section {
    let heading = nativeName.map { "\(name) \($0)" } ?? name
    return Section(
      id: ItemID(id), moduleName: "artist",
      header: Heading(text: heading, count: Count.albums(albums.count)), items: albums)
  }
}
