internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// The albums of an artist: the one in the option `id`, or the one that `show(_:)` selects.
final class AlbumsPage: CatalogueListPage<Album> {
  static let address = CataloguePage.address + "artist"

  static func register(in registry: ModuleRegistry, _ catalogue: Catalogue) {
    let module = registry[address]
    module.section.cell.register(AlbumCellViewModel.self)
    module.page("Albums") { try AlbumsPage($0, module, catalogue) }
  }

  /// Returns the URL of the albums of an artist.
  static func url(of artist: Artist.ID) -> ModuleURL? { .catalogue(address, id: artist) }

  private let artist: EntityProvider<Artist>
  private var token: ObservationToken?

  private init(_ options: PageOptions, _ module: Module, _ catalogue: Catalogue) throws {
    artist = EntityProvider(catalogue.store, try options.optionalText("id").map { Ref($0) })
    let rows = RelationController(artist, \.albums, catalogue.arrangement.pipeline)
    super.init(options, rows, module, catalogue)
    token = artist.observe { [weak self] _ in
      self?.tellPhase()
      self?.redraw()
    }
  }

  /// Shows the albums of another artist.
  func show(_ id: Artist.ID) {
    // The first content of a list is not shown as a change of it.
    if artist.ref != Ref(id) { rows.setPhase(.loading(fraction: nil)) }
    artist.follow(Ref(id))
    tellPhase()
  }

  /// The identity of the artist whose albums are shown, or `nil` if there is none.
  var artistID: Artist.ID? { artist.value?.id }

  /// The name of the artist and the arrangement, for a page that shows several lists.
  var heading: PaneTitle {
    PaneTitle(title: artist.value?.name ?? "Albums", detail: catalogue.arrangement.description)
  }

  override var title: String { artist.value?.name ?? "artist" }
  override var breadcrumb: [String] { ["examples", "catalogue", title] }

  override var absence: String? {
    guard options.contains("id"), artist.value == nil else { return nil }
    return "this artist is not there, or not any more"
  }

  override var emptyNote: String {
    guard let artist = artist.value else { return "no artist" }
    return artist.albums.isEmpty
      ? "no albums yet (a adds one)" : "live albums only (f shows them)"
  }

  /// Applies an arrangement that changed while another page was shown.
  override func willAppear() {
    super.willAppear()
    arrange()
  }

  /// Applies the current arrangement to the list.
  ///
  /// The difference is one change.
  private func arrange() {
    rows.pipeline = catalogue.arrangement.pipeline
    redraw()
  }

  // MARK: - Commands

  override var commands: [PageCommand] {
    super.commands + [
      toggle(\.isByLength, catalogue.arrangement.isByLength ? "by date" : "by length", "s"),
      toggle(\.hidesLive, catalogue.arrangement.hidesLive ? "live too" : "no live", "f"),
    ]
  }

  private func toggle(
    _ path: WritableKeyPath<AlbumArrangement, Bool>, _ title: String, _ letter: Unicode.Scalar
  ) -> PageCommand {
    command(title, letter) { page in
      page.catalogue.arrangement[keyPath: path].toggle()
      (page as? AlbumsPage)?.arrange()
    }
  }

  override class var kind: String { "album" }

  override func add() {
    guard let id = artist.value?.id else {
      return catalogue.say("there is no artist that it could be of")
    }
    presentNew(AlbumForm.address, ["artist": id])
  }

  override func edit(_ album: Album) { present(AlbumForm.address, ["id": album.id]) }

  override func delete(_ album: Ref<Album>) { catalogue.delete(album) }

  override func question(of album: Album) -> String {
    let tracks = album.tracks.isEmpty ? "" : " and \(String.count(album.tracks.count, of: "song"))"
    return "Delete \(album.title)\(tracks)?"
  }
}

extension ModuleURL {
  /// Returns the URL of a page about an entity of the catalog.
  static func catalogue(_ address: String, id: String) -> ModuleURL? {
    var url = try? ModuleURL(address)
    url?.options = [.init(name: "id", value: id)]
    return url
  }
}
