internal import Mocoa
internal import MocoaModel
internal import MocoaStore

/// The list of all artists, sorted by name.
final class ArtistsPage: CatalogListPage<Artist> {
  static let address = CatalogPage.address + "artists"

  static func register(in registry: ModuleRegistry, _ catalog: Catalog) {
    let module = registry.define(address)
    module.section.cell.register(ArtistCellViewModel.self)
    module.page("Artists") { try ArtistsPage($0, module, catalog) }
  }

  private init(_ options: PageOptions, _ module: Module, _ catalog: Catalog) throws {
    let rows = try RelationController(catalog.store, Catalog.artists, Artist.byName)
    super.init(options, rows, module, catalog)
  }

  override var title: String { "artists" }
  override var breadcrumb: [String] { ["examples", "catalogue", title] }
  override var emptyMessage: String { "no artists yet (a adds one)" }

  // MARK: - Commands

  override class var kind: String { "artist" }

  override func add() { presentNew(ArtistForm.address) }

  override func edit(_ artist: Artist) { present(ArtistForm.address, ["id": artist.id]) }

  override func delete(_ artist: EntityReference<Artist>) { catalog.delete(artist) }

  override func question(of artist: Artist) -> String {
    let count = artist.albums.count
    let albums = count == 0 ? "" : " and \(String.count(count, of: "album"))"
    return "Delete \(artist.name)\(albums)?"
  }
}
