internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// A line of the home screen.
struct HomeEntry: CellModel, Equatable {
  let name: String
  let detail: String
  let url: String
  let opens: Bool

  /// The place that it stands for, and what that is kept for; nil for what is always there.
  private(set) var kept: Kept?

  /// A place that somebody has kept.
  struct Kept: Equatable {
    let place: Place
    let kind: PlaceList.Kind
  }

  var itemID: ItemID { ItemID((kept?.kind.rawValue ?? "") + url + name) }

  init(name: String, detail: String, url: String, opens: Bool) {
    (self.name, self.detail, self.url, self.opens) = (name, detail, url, opens)
  }

  /// A registered module.
  @MainActor
  init(_ module: Module) {
    let parts = module.registrations.map { $0.slot == .page ? phrase("page: \($0.type)") : $0.type }
    self.init(
      name: module.url.description, detail: parts.joined(separator: " · "),
      url: module.url.description, opens: module.pageTitle != nil)
  }

  /// A place that is kept: what it is called and what of it is shown, which item of it, and where it is.
  init(_ place: Place, of kind: PlaceList.Kind) {
    var bare = place.url.withoutExcerpt
    bare.fragment = nil
    let parts = [
      place.url.fragment.map { "#\($0)" } ?? "", place.path.map(UserFolder.short) ?? "\(bare)",
    ]
    self.init(
      name: place.title,
      detail: parts.filter { !$0.isEmpty }.joined(separator: " · "), url: "\(place.url)",
      opens: true)
    kept = Kept(place: place, kind: kind)
  }
}

/// The view model of a line of the home screen.
final class HomeCellViewModel: CellViewModel<HomeEntry> {
  override var content: TextContent? {
    TextContent([.init(model.name, .title), .init(model.detail, .detail)])
  }

  override var destination: ModuleURL? { model.opens ? try? ModuleURL(model.url) : nil }
}
