internal import Mocoa
internal import MocoaModel

/// The menu of the examples, in groups.
final class MenuPage: ListPageViewModel {
  static func register(in registry: ModuleRegistry) {
    let menu = registry.define(Examples.address).page("Examples") {
      MenuPage(url: $0.url, registry: registry)
    }
    menu.section.header.register(MenuHeaderViewModel.self)
    menu.section.cell.register(MenuCellViewModel.self)
  }

  init(url: ModuleURL, registry: ModuleRegistry) {
    let list = SectionedList(
      MenuEntry.groups.enumerated().map { index, group in
        Section(id: ItemID(index), header: MenuHeader(title: group.title), items: group.entries)
      })
    super.init(
      url: url, list: ListViewModel(model: list, module: registry.define(url.withoutOptions)))
  }

  override var title: String { "examples" }
  override var breadcrumb: [String] { ["examples"] }
  override var parentURL: ModuleURL? { try? ModuleURL("mocoa://home/") }
}
