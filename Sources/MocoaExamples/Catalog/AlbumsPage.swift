internal import Mocoa
internal import MocoaModel
internal import MocoaStore

/// The albums of the artist in the option `id`, or of the artist that `show(_:)` selects.
final class AlbumsPage: CatalogListPage<Album> {
  static let address = CatalogPage.address + "artist"

  static func register(in registry: ModuleRegistry, _ catalog: Catalog) {
    let module = registry.define(address)
    module.section.cell.register(AlbumCellViewModel.self)
    module.page("Albums") { try AlbumsPage($0, module, catalog) }
  }

  /// Returns the URL of the albums of an artist.
  static func url(of artist: Artist.ID) -> ModuleURL? { .catalog(address, id: artist) }

  private let artist: EntityProvider<Artist>
  private var token: ObservationToken?

  private init(_ options: PageOptions, _ module: Module, _ catalog: Catalog) throws {
    artist = EntityProvider(
      catalog.store, try options.optionalString("id").map { EntityReference($0) })
    let rows = RelationController(artist, \.albums, catalog.arrangement.pipeline)
    super.init(options, rows, module, catalog)
    token = artist.observe { [weak self] _ in
      self?.updatePhase()
      self?.redraw()
    }
  }

  /// Shows the albums of another artist.
  func show(_ id: Artist.ID) {
    // The first content of a list is not shown as a change of it.
    if artist.ref != EntityReference(id) { rows.setPhase(.loading(fraction: nil)) }
    artist.follow(EntityReference(id))
    updatePhase()
  }

  /// The identity of the artist whose albums are shown, or `nil` if there is none.
  var artistID: Artist.ID? { artist.value?.id }

  /// The name of the artist and the arrangement of the albums, for a page with several lists.
  var heading: PaneTitle {
    PaneTitle(title: artist.value?.name ?? "Albums", detail: catalog.arrangement.description)
  }

  override var title: String { artist.value?.name ?? "artist" }
  override var breadcrumb: [String] { ["examples", "catalogue", title] }

  override var absence: String? {
    guard options.contains("id"), artist.value == nil else { return nil }
    return "this artist is not there, or not any more"
  }

  override var emptyMessage: String {
    guard let artist = artist.value else { return "no artist" }
    return artist.albums.isEmpty
      ? "no albums yet (a adds one)" : "live albums only (f shows them)"
  }

  /// Applies the arrangement that another page may have changed while this page was hidden.
  override func willAppear() {
    super.willAppear()
    arrange()
  }

  /// Applies the arrangement that all pages share to the list of this page.
  ///
  /// All differences from the previous arrangement are one change of the list.
  private func arrange() {
    rows.pipeline = catalog.arrangement.pipeline
    redraw()
  }

  // MARK: - Commands

  override var commands: [PageCommand] {
    super.commands + [
      toggle(\.isByLength, catalog.arrangement.isByLength ? "by date" : "by length", "s"),
      toggle(\.hidesLive, catalog.arrangement.hidesLive ? "live too" : "no live", "f"),
    ]
  }

  private func toggle(
    _ path: WritableKeyPath<AlbumArrangement, Bool>, _ title: String, _ letter: Unicode.Scalar
  ) -> PageCommand {
    command(title, letter) { page in
      page.catalog.arrangement[keyPath: path].toggle()
      (page as? AlbumsPage)?.arrange()
    }
  }

  override class var kind: String { "album" }

  override func add() {
    guard let id = artist.value?.id else {
      return catalog.showMessage("no artist for an album")
    }
    presentNew(AlbumForm.address, ["artist": id])
  }

  override func edit(_ album: Album) { present(AlbumForm.address, ["id": album.id]) }

  override func delete(_ album: EntityReference<Album>) { catalog.delete(album) }

  override func question(of album: Album) -> String {
    let tracks = album.tracks.isEmpty ? "" : " and \(String.count(album.tracks.count, of: "song"))"
    return "Delete \(album.title)\(tracks)?"
  }
}

extension ModuleURL {
  /// Returns the URL of a page about an entity of the catalog.
  static func catalog(_ address: String, id: String) -> ModuleURL? {
    var url = try? ModuleURL(address)
    url?.options = [.init(name: "id", value: id)]
    return url
  }
}
