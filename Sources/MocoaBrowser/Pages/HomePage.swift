internal import Mocoa
internal import MocoaExamples
internal import MocoaModel
internal import MocoaTerminal

/// The home screen: the bundled samples, and every module that is registered.
final class HomePage: ListPageViewModel {
  static let address = "mocoa://home/"
  static var homeURL: ModuleURL? { try? ModuleURL(address) }

  static func register(in registry: ModuleRegistry) {
    let home = registry[address].page("Home") { HomePage(url: $0.url, registry: registry) }
    home.section.header.register(HeadingViewModel.self)
    home.section.cell.register(HomeCellViewModel.self)
  }

  init(url: ModuleURL, registry: ModuleRegistry) {
    let samples: [HomeEntry] = [
      HomeEntry(
        name: "Music library", detail: "artists, albums and tracks", url: MusicModule.address,
        opens: true),
      HomeEntry(
        name: "Contacts", detail: "people of every script, in straight columns",
        url: ContactsModule.address, opens: true),
      HomeEntry(
        name: "Planets", detail: "a manifest alone: rows without any Swift",
        url: "mocoa://planets/", opens: true),
      HomeEntry(
        name: "Examples", detail: "screens to learn from, each a folder of the sources",
        url: Examples.address, opens: true),
    ].filter { (try? registry.module(at: ModuleURL($0.url))) != nil }
    var modules: [HomeEntry] = []
    for root in registry.roots {
      root.forEach { module in
        guard !module.isEmpty else { return }
        modules.append(HomeEntry(module))
      }
    }
    let sections = [
      Section(id: "samples", header: Heading(text: "Samples", count: ""), items: samples),
      Section(
        id: "modules", header: Heading(text: "Modules", count: "\(modules.count) registered"),
        items: modules),
    ]
    let list = SectionedList(sections.filter { $0.itemCount > 0 })
    super.init(
      url: url,
      list: ListViewModel(model: list, module: registry.register(at: url.module)))
  }

  override var title: String { "home" }
  override var parentURL: ModuleURL? { nil }
  override var breadcrumb: [String] { [] }
}

/// A line of the home screen.
struct HomeEntry: CellModel, Equatable {
  let name: String
  let detail: String
  let url: String
  let opens: Bool

  var itemID: ItemID { ItemID(url + name) }

  init(name: String, detail: String, url: String, opens: Bool) {
    (self.name, self.detail, self.url, self.opens) = (name, detail, url, opens)
  }

  /// A registered module.
  @MainActor
  init(_ module: Module) {
    let parts = module.registrations.map { $0.slot == .page ? "page: \($0.type)" : $0.type }
    self.init(
      name: module.url.description, detail: parts.joined(separator: " · "),
      url: module.url.description, opens: module.pageTitle != nil)
  }
}

/// The view model of a line of the home screen.
final class HomeCellViewModel: CellViewModel<HomeEntry> {
  override var content: TextContent? {
    TextContent([.init(model.name, .title), .init(model.detail, .detail)])
  }

  override var destination: ModuleURL? { model.opens ? try? ModuleURL(model.url) : nil }
}
