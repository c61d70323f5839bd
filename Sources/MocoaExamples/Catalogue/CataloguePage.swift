internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The catalogue: the artists, and beside them the albums of the one that the cursor is on.
///
/// Each of the two lists is a page of its own. They have nothing in common but the store; this page
/// tells the second where the cursor of the first one is.
final class CataloguePage: PageViewModel {
  static let address = Examples.address + "catalogue/"
  private static let titleAddress = address + "title"

  static func register(in registry: ModuleRegistry, folder: String?) {
    let module = registry[address]
    let catalogue = Catalogue(folder: folder) { [weak module] in module?.note($0, isTrouble: $1) }
    module.page("Catalogue") { CataloguePage($0, catalogue) }
      .screen { (page: CataloguePage, context) in
        ComposedScreen(page, context, parts: { page.parts }, arrangeFor: arrange)
      }
    PaneTitle.register(at: titleAddress, in: registry)
    ArtistsPage.register(in: registry, catalogue)
    ArtistForm.register(in: registry, catalogue)
    AlbumsPage.register(in: registry, catalogue)
    AlbumForm.register(in: registry, catalogue)
    TracksPage.register(in: registry, catalogue)
    TrackForm.register(in: registry, catalogue)
  }

  private let catalogue: Catalogue
  private var artists: ArtistsPage?
  private var albums: AlbumsPage?

  /// What stands above the albums.
  private var albumsTitle: AnyCellViewModel?

  /// What the screen is made of: a title and a list, and again a title and a list.
  private var parts: [ComposedScreen.Part] = []

  /// Why it shows nothing; empty where it does.
  private var failure = ""

  private init(_ options: PageOptions, _ catalogue: Catalogue) {
    self.catalogue = catalogue
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
  override var activity: String { failure.isEmpty ? catalogue.status : failure }

  /// The same with the cursor on the same artist, whichever list has the attention.
  override var restorationURL: ModuleURL? {
    var url = url
    url.fragment = albums?.artistID ?? url.fragment
    return url
  }

  override func readAgain() -> Bool {
    catalogue.saveAgain()
    return true
  }

  override func whenSettled(_ perform: @escaping @MainActor (String?) -> Void) {
    catalogue.open { perform(nil) }
  }

  /// Follows the cursor of the artists, and has the title say what the albums do.
  override func didReceive(_ emission: Emission) {
    if emission.name == .look, let id = emission.value as? Artist.ID {
      albums?.show(id)
    } else {
      if let heading = albums?.heading { try? albumsTitle?.adopt(heading) }
      super.didReceive(emission)
    }
  }

  // MARK: - The screen

  /// Under so many columns only the list that has the attention is seen.
  private static let leastColumns = 60

  /// Under so many rows there are no titles.
  private static let leastRows = 5

  private static func arrange(_ size: Size, attended: Int?) -> [Rect] {
    guard size.columns < leastColumns else {
      let columns = min(48, size.columns * 2 / 5)
      return pane(0, columns, rows: size.rows)
        + pane(columns, size.columns - columns, rows: size.rows)
    }
    let nothing = Rect(Size(columns: 0, rows: 0))
    let shown = pane(0, size.columns, rows: size.rows)
    return attended == 3 ? [nothing, nothing] + shown : shown
  }

  /// Where a title and the list below it stand.
  private static func pane(_ column: Int, _ columns: Int, rows: Int) -> [Rect] {
    let top = rows < leastRows ? 0 : 1
    return [
      Rect(column: column + 1, row: 0, columns: max(0, columns - 2), rows: top),
      Rect(column: column, row: top, columns: columns, rows: rows - top),
    ]
  }
}
