internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Example 20: a list of several kinds of news.
///
/// The user can refresh the list at the top and load older news at the bottom. Each group of news
/// is a section, whose name the server returns. The module of the section determines the model of
/// the group and the appearance of its cells.
final class FeedPage: ListPageViewModel {
  private let clock: (any FrameClock)?

  let server: FeedServer

  /// The groups of news in the list, in order.
  var groups: [any SectionModel] = []

  /// A Boolean value that indicates whether the list is being refreshed with newer news items.
  var isHeaderRefreshing = false {
    didSet { send(.isHeaderRefreshing, isHeaderRefreshing, ifChangedFrom: oldValue) }
  }

  /// A Boolean value that indicates whether older news items are being loaded.
  var isFooterRefreshing = false {
    didSet { send(.isFooterRefreshing, isFooterRefreshing, ifChangedFrom: oldValue) }
  }

  /// The current activity, or the result of the last activity.
  var status = "" {
    didSet { redraw() }
  }

  /// The closures to call after the first news items are loaded.
  var waiting: [@MainActor (String?) -> Void] = []

  static func register(in registry: ModuleRegistry, clock: (any FrameClock)?) {
    let address = Examples.address(20)
    let table = registry.define("\(address)table")
    registerSections(of: table)
    registry.define(address).page("News feed") { options in
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
  override var statusText: String { status }

  /// Refreshes the list of news.
  ///
  /// - Throws: `LoadingError.isLoadingMore` while older news items are being loaded.
  override func reload() throws -> Bool {
    if isFooterRefreshing { throw LoadingError.isLoadingMore }
    refresh()
    return true
  }

  override func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) {
    if groups.isEmpty { waiting.append(perform) } else { perform(nil) }
  }

  /// Loads older news items if the last row requests them.
  override func didReceive(_ emission: Emission) {
    guard emission.name == .loadMore else { return super.didReceive(emission) }
    loadMore()
  }

  /// Calls a closure after a delay, or never if the page has no clock.
  func call(after delay: Duration, _ perform: @escaping @MainActor () -> Void) {
    clock?.call(after: delay, perform)
  }

  // MARK: - List

  /// The first section, which has only a header that shows whether the list is being refreshed.
  private static let head = Section(
    id: "refresh", moduleName: "ends", header: FeedBoundary.header, items: [])

  /// The last section, which has one row that loads older news items.
  private static let end = Section(id: "more", moduleName: "ends", items: [FeedBoundary.more])

  /// Replaces all groups of news in one batch update.
  func show(_ groups: [any SectionModel]) -> BatchUpdate {
    self.groups = groups
    return list.performBatchUpdates {
      list.setModel(SectionedList([Self.head] + groups + [Self.end]))
    }
  }

  /// Decodes a group into the model that is registered for its section.
  ///
  /// If no model is registered, the group is returned unchanged and appears as a placeholder.
  func section(of group: FieldValue) -> any SectionModel {
    let name = group.field("group")?.scalarString ?? ""
    let module = list.module.submodule(name: name)
    let model = try? module?.model(of: group)
    return model as? any SectionModel
      ?? Section(
        id: ItemID(group.field("gid")?.scalarString ?? ""), moduleName: name,
        items: [PlainCellModel(group)]
      )
  }
}
