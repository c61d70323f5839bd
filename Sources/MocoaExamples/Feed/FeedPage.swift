internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Example 20: news of several kinds in one list, refreshed at its head and continued at its end.
///
/// A group of news is a section, named as the server names it; the section's module says what model
/// the group becomes, and what its cell looks like.
final class FeedPage: ListPageViewModel {
  private let clock: (any FrameClock)?

  let server: FeedServer

  /// The groups that are shown.
  var groups: [any SectionModel] = []

  /// Whether newer news are being loaded.
  var isHeaderRefreshing = false {
    didSet { send(.isHeaderRefreshing, isHeaderRefreshing, ifChangedFrom: oldValue) }
  }

  /// Whether more news are being loaded.
  var isFooterRefreshing = false {
    didSet { send(.isFooterRefreshing, isFooterRefreshing, ifChangedFrom: oldValue) }
  }

  /// What is happening, or came of what happened last.
  var status = "" {
    didSet { redraw() }
  }

  /// Those who wait for the first news.
  var waiting: [@MainActor (String?) -> Void] = []

  static func register(in registry: ModuleRegistry, clock: (any FrameClock)?) {
    let address = Examples.address(20)
    let table = registry["\(address)table"]
    registerSections(of: table)
    registry[address].page("News feed") { options in
      FeedPage(url: options.url, table: table, server: FeedServer(clock: clock), clock: clock)
    }
    FeedContentPage.register(in: registry)
  }

  private static func registerSections(of table: Module) {
    table.section("100").model(NewsGroup.self)
      .cell.register(NewsCellViewModel.self).view(NewsCell.self).height(NewsCell.rows)
    table.section("101").model(NewsGroup.self)
      .cell.register(NewsCellViewModel.self).view(GalleryCell.self).height(GalleryCell.rows)
    table.section("102").model(BannerGroup.self)
      .cell.register(BannerCellViewModel.self).view(BannerCell.self).height(BannerCell.rows)
    table.section("ends").header.register(RefreshHeaderViewModel.self)
    table.section("ends").cell.register(LoadMoreCellViewModel.self)
  }

  init(url: ModuleURL, table: Module, server: FeedServer, clock: (any FrameClock)?) {
    (self.server, self.clock) = (server, clock)
    super.init(url: url, list: ListViewModel(model: SectionedList([Self.head]), module: table))
  }

  override func prepare() { refresh() }

  override var title: String { "news feed" }
  override var breadcrumb: [String] { ["examples", title] }
  override var activity: String { status }

  /// Refreshes, which is refused while more news are being loaded.
  override func readAgain() throws -> Bool {
    if isFooterRefreshing { throw Refusal.isLoadingMore }
    refresh()
    return true
  }

  override func whenSettled(_ perform: @escaping @MainActor (String?) -> Void) {
    if groups.isEmpty { waiting.append(perform) } else { perform(nil) }
  }

  /// Loads more where the row below all news asks for it.
  override func didReceive(_ emission: Emission) {
    guard emission.name == .loadMore else { return super.didReceive(emission) }
    loadMore()
  }

  /// Calls back later; never where there is no time.
  func call(after delay: Duration, _ perform: @escaping @MainActor () -> Void) {
    clock?.call(after: delay, perform)
  }

  // MARK: - The list

  /// What stands above all groups, and what below them.
  private static let head = Section(
    id: "refresh", name: "ends", header: FeedEnd.header, items: [])
  private static let end = Section(id: "more", name: "ends", items: [FeedEnd.more])

  /// Shows other groups, as what has changed from those before.
  func show(_ groups: [any SectionModel]) -> BatchUpdate {
    self.groups = groups
    return list.performBatchUpdates {
      list.setModel(SectionedList([Self.head] + groups + [Self.end]))
    }
  }

  /// A group as the model that is registered for its section; as it is where there is none, so that
  /// it shows as a placeholder.
  func section(of group: FieldValue) -> any SectionModel {
    let name = group.field("group")?.scalarText ?? ""
    let module = list.module.existingSubmodule(name: name)
    let model = try? module?.model(of: group)
    return model as? any SectionModel
      ?? Section(
        id: ItemID(group.field("gid")?.scalarText ?? ""), name: name, items: [PlainCellModel(group)]
      )
  }
}
