internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// The tracks of the album in the option `id`, in album order.
final class TracksPage: CatalogueListPage<Track> {
  static let address = CataloguePage.address + "album"

  static func register(in registry: ModuleRegistry, _ catalogue: Catalogue) {
    let module = registry[address]
    module.section.cell.register(TrackCellViewModel.self)
    module.page("Tracks") { try TracksPage($0, module, catalogue) }
  }

  /// Returns the URL of the tracks of an album.
  static func url(of album: Album.ID) -> ModuleURL? { .catalogue(address, id: album) }

  private let album: EntityProvider<Album>
  private var token: ObservationToken?

  private init(_ options: PageOptions, _ module: Module, _ catalogue: Catalogue) throws {
    album = EntityProvider(catalogue.store, Ref(try options.text("id")))
    super.init(options, RelationController(album, \.tracks), module, catalogue)
    token = album.observe { [weak self] _ in
      self?.tellPhase()
      self?.redraw()
    }
  }

  override var title: String { album.value?.title ?? "album" }

  override var breadcrumb: [String] {
    let artists = catalogue.store[Catalogue.artists] ?? []
    let artist = artists.first { $0.albums.contains { Ref($0) == album.ref } }
    return ["examples", "catalogue"] + (artist.map { [$0.name] } ?? []) + [title]
  }

  override var absence: String? {
    album.value == nil ? "this album is not there, or not any more" : nil
  }

  override var emptyNote: String { "no songs yet (a adds one)" }

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
      return catalogue.say("there is no album that it could be on")
    }
    presentNew(TrackForm.address, ["album": id])
  }

  override func edit(_ track: Track) { present(TrackForm.address, ["id": track.id]) }

  override func delete(_ track: Ref<Track>) {
    catalogue.change { transaction throws(EntityError) in transaction.delete(track) }
  }

  override func question(of track: Track) -> String { "Delete \(track.title)?" }

  /// Exchanges a track with the next one.
  private func exchange(_ track: Track) {
    guard var album = album.value,
      let place = album.tracks.firstIndex(where: { $0.id == track.id }),
      place + 1 < album.tracks.count
    else { return catalogue.say("no song is below this one") }
    album.tracks.swapAt(place, place + 1)
    catalogue.change { transaction throws(EntityError) in try transaction.upsert(album) }
  }
}
