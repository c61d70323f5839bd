internal import Mocoa
internal import MocoaModel
internal import MocoaStore

/// The tracks of the album in the option `id`, in album order.
final class TracksPage: CatalogListPage<Track> {
  static let address = CatalogPage.address + "album"

  static func register(in registry: ModuleRegistry, _ catalog: Catalog) {
    let module = registry.define(address)
    module.section.cell.register(TrackCellViewModel.self)
    module.page("Tracks") { try TracksPage($0, module, catalog) }
  }

  /// Returns the URL of the tracks of an album.
  static func url(of album: Album.ID) -> ModuleURL? { .catalog(address, id: album) }

  private let album: EntityProvider<Album>
  private var token: ObservationToken?

  private init(_ options: PageOptions, _ module: Module, _ catalog: Catalog) throws {
    album = EntityProvider(catalog.store, EntityReference(try options.string("id")))
    super.init(options, RelationController(album, \.tracks), module, catalog)
    token = album.observe { [weak self] _ in
      self?.updatePhase()
      self?.redraw()
    }
  }

  override var title: String { album.value?.title ?? "album" }

  override var breadcrumb: [String] {
    let artists = catalog.store[Catalog.artists] ?? []
    let artist = artists.first { $0.albums.contains { EntityReference($0) == album.ref } }
    return ["examples", "catalogue"] + (artist.map { [$0.name] } ?? []) + [title]
  }

  override var absence: String? {
    album.value == nil ? "this album is not there, or not any more" : nil
  }

  override var emptyMessage: String { "no songs yet (a adds one)" }

  // MARK: - Commands

  override var commands: [PageCommand] {
    super.commands + [
      command("exchange", "X") { page in
        page.withSelection { (page as? TracksPage)?.exchange($0) }
      }
    ]
  }

  override class var kind: String { "song" }

  override func add() {
    guard let id = album.value?.id else {
      return catalog.showMessage("no album for a track")
    }
    presentNew(TrackForm.address, ["album": id])
  }

  override func edit(_ track: Track) { present(TrackForm.address, ["id": track.id]) }

  override func delete(_ track: EntityReference<Track>) {
    catalog.change { transaction throws(EntityError) in transaction.delete(track) }
  }

  override func question(of track: Track) -> String { "Delete \(track.title)?" }

  /// Exchanges a track with the next track of the album.
  private func exchange(_ track: Track) {
    guard var album = album.value,
      let place = album.tracks.firstIndex(where: { $0.id == track.id }),
      place + 1 < album.tracks.count
    else { return catalog.showMessage("no next track") }
    album.tracks.swapAt(place, place + 1)
    catalog.change { transaction throws(EntityError) in try transaction.upsert(album) }
  }
}
