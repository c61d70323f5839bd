internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The catalog: the list of artists next to the albums of the current artist.
///
/// Each of the two lists is a separate page, and the two pages share only the store. The catalog
/// page passes the artist under the cursor to the list of albums.
final class CatalogPage: PageViewModel {
  static let address = Examples.address + "catalogue/"
  private static let titleAddress = address + "title"

  static func register(in registry: ModuleRegistry, folder: String?) {
    let module = registry.define(address)
    let catalog = Catalog(folder: folder) { [weak module] in module?.log($0, isWarning: $1) }
    module.page("Catalogue") { CatalogPage($0, catalog) }
      .screen { (page: CatalogPage, context) in
        ComposedScreen(page, context, parts: { page.parts }, arrangeFor: arrange)
      }
    PaneTitle.register(at: titleAddress, in: registry)
    ArtistsPage.register(in: registry, catalog)
    ArtistForm.register(in: registry, catalog)
    AlbumsPage.register(in: registry, catalog)
    AlbumForm.register(in: registry, catalog)
    TracksPage.register(in: registry, catalog)
    TrackForm.register(in: registry, catalog)
  }

  private let catalog: Catalog
  private var artists: ArtistsPage?
  private var albums: AlbumsPage?

  /// The title of the albums.
  private var albumsTitle: AnyCellViewModel?

  /// The parts of the screen: a title and a list for the artists, then for the albums.
  private var parts: [ComposedScreen.Pane] = []

  /// The reason why the page has no content, or an empty text.
  private var failure = ""

  private init(_ options: PageOptions, _ catalog: Catalog) {
    self.catalog = catalog
    super.init(options: options)
  }

  override func prepare() {
    do {
      try embedLists()
    } catch {
      failure = "\(error)"
    }
  }

  private func embedLists() throws {
    let title = try ModuleURL(Self.titleAddress)
    var url = try ModuleURL(ArtistsPage.address)
    url.fragment = self.url.fragment
    let artistsTitle = embedModule(title, options: ["model": PaneTitle(title: "Artists")])
    let artists = try embed(url)
    let albums = try embed(ModuleURL(AlbumsPage.address))
    self.artists = artists as? ArtistsPage
    self.albums = albums as? AlbumsPage
    let albumsTitle = embedModule(title, options: ["model": self.albums?.heading])
    self.albumsTitle = albumsTitle
    parts = [.module(artistsTitle), .page(artists), .module(albumsTitle), .page(albums)]
  }

  override var title: String { "catalogue" }
  override var breadcrumb: [String] { ["examples", title] }
  override var statusText: String { failure.isEmpty ? catalog.status : failure }

  /// The URL of this page with the current artist, even if the list of albums is focused.
  override var restorationURL: ModuleURL? {
    var url = url
    url.fragment = albums?.artistID ?? url.fragment
    return url
  }

  override func reload() -> Bool {
    catalog.retrySave()
    return true
  }

  override func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) {
    catalog.open { perform(nil) }
  }

  /// Shows the albums of the artist under the cursor, and updates the title of the albums.
  override func didReceive(_ emission: Emission) {
    if emission.name == .cursorMoved, let id = emission.value as? Artist.ID {
      albums?.show(id)
    } else {
      if let heading = albums?.heading { try? albumsTitle?.update(with: heading) }
      super.didReceive(emission)
    }
  }

  // MARK: - Screen

  /// The width in columns below which only the focused list is shown.
  private static let minColumns = 60

  /// The height in rows below which the titles are hidden.
  private static let minRows = 5

  private static func arrange(_ size: Size, focused attended: Int?) -> [Rect] {
    guard size.columns < minColumns else {
      let columns = min(48, size.columns * 2 / 5)
      return pane(0, columns, rows: size.rows)
        + pane(columns, size.columns - columns, rows: size.rows)
    }
    let nothing = Rect(Size(columns: 0, rows: 0))
    let shown = pane(0, size.columns, rows: size.rows)
    return attended == 3 ? [nothing, nothing] + shown : shown
  }

  /// Returns the frames of a title and the list below it.
  private static func pane(_ column: Int, _ columns: Int, rows: Int) -> [Rect] {
    let top = rows < minRows ? 0 : 1
    return [
      Rect(column: column + 1, row: 0, columns: max(0, columns - 2), rows: top),
      Rect(column: column, row: top, columns: columns, rows: rows - top),
    ]
  }
}
