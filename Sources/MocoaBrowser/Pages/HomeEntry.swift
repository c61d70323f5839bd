internal import MocoaLocalization
internal import Mocoa
package import MocoaModel
internal import MocoaTerminal

/// An item of the home screen.
package struct HomeEntry: CellModel, Equatable {
  let name: String
  let detail: String
  let url: String
  let opens: Bool

  /// The saved location of the item and its list, or `nil` for a sample or a module.
  private(set) var savedLocation: SavedLocation?

  /// A saved location and the list that contains it.
  struct SavedLocation: Equatable {
    let location: Location
    let kind: LocationList.Kind
  }

  package var itemID: ItemID { ItemID((savedLocation?.kind.rawValue ?? "") + url + name) }

  package init(name: String, detail: String, url: String, opens: Bool) {
    (self.name, self.detail, self.url, self.opens) = (name, detail, url, opens)
  }

  /// Creates an item for a registered module.
  @MainActor
  init(_ module: Module) {
    let parts = module.registrations.map {
      $0.slot == .page ? localized("page: \($0.type)") : $0.type
    }
    self.init(
      name: module.url.description, detail: parts.joined(separator: " · "),
      url: module.url.description, opens: module.pageTitle != nil)
  }

  /// Creates an item for a saved location, with its title, its current item, and its path or URL.
  init(_ place: Location, of kind: LocationList.Kind) {
    var bare = place.url.removingListOptions()
    bare.fragment = nil
    let parts = [
      place.url.fragment.map { "#\($0)" } ?? "", place.path.map(XDGDirectory.short) ?? "\(bare)",
    ]
    self.init(
      name: place.title,
      detail: parts.filter { !$0.isEmpty }.joined(separator: " · "), url: "\(place.url)",
      opens: true)
    savedLocation = SavedLocation(location: place, kind: kind)
  }
}

/// The cell of an item of the home screen.
final class HomeCellViewModel: CellViewModel<HomeEntry> {
  override var content: TextContent? {
    TextContent([.init(model.name, .title), .init(model.detail, .detail)])
  }

  override var destination: ModuleURL? { model.opens ? try? ModuleURL(model.url) : nil }
}
