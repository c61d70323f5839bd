internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel

/// The registered modules, one row for each URL: `mocoa://modules/`.
final class ModulesPage: ListPageViewModel {
  static let address = "mocoa://modules/"

  /// Registers the page.
  static func register(in registry: ModuleRegistry) {
    let page = registry.define(address).page(localized("Modules")) { [weak registry] in
      ModulesPage(url: $0.url, registry ?? ModuleRegistry())
    }
    page.section.cell.register(RecordCellViewModel.self).height(1)
  }

  /// Creates a page with the modules that are registered now.
  init(url: ModuleURL, _ registry: ModuleRegistry) {
    let items = ModulesReport.modules(of: registry.roots).map { ModuleEntry($0) }
    super.init(
      url: url,
      list: ListViewModel(
        source: StaticListSource(SectionedList(items: items)),
        module: registry.define(url.withoutOptions)))
  }

  override var title: String { localized("modules") }
  override var breadcrumb: [String] { [title] }
  override var parentURL: ModuleURL? { navigator?.home }

  override func destination(of cell: AnyCellViewModel) -> ModuleURL? {
    guard let entry = cell.element as? ModuleEntry, entry.opensPage else { return nil }
    return try? ModuleURL(entry.url)
  }
}
