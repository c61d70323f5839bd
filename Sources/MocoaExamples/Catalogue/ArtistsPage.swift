internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// The list of all artists, sorted by name.
final class ArtistsPage: CatalogueListPage<Artist> {
  static let address = CataloguePage.address + "artists"

  static func register(in registry: ModuleRegistry, _ catalogue: Catalogue) {
    let module = registry[address]
    module.section.cell.register(ArtistCellViewModel.self)
    module.page("Artists") { try ArtistsPage($0, module, catalogue) }
  }

  private init(_ options: PageOptions, _ module: Module, _ catalogue: Catalogue) throws {
    let rows = try RelationController(catalogue.store, Catalogue.artists, Artist.byName)
    super.init(options, rows, module, catalogue)
  }

  override var title: String { "artists" }
  override var breadcrumb: [String] { ["examples", "catalogue", title] }
  override var emptyNote: String { "no artists yet (a adds one)" }

  // MARK: - Commands

  override class var kind: String { "artist" }

  override func add() { presentNew(ArtistForm.address) }

  override func edit(_ artist: Artist) { present(ArtistForm.address, ["id": artist.id]) }

  override func delete(_ artist: Ref<Artist>) { catalogue.delete(artist) }

  override func question(of artist: Artist) -> String {
    let count = artist.albums.count
    let albums = count == 0 ? "" : " and \(String.count(count, of: "album"))"
    return "Delete \(artist.name)\(albums)?"
  }
}
