internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Example 12: the least that a list needs: a model, a view model and a view for the default cell of
/// the default section.
final class SimpleListPage: ListPageViewModel {
  /// What was answered last.
  private var status = "" {
    didSet { redraw() }
  }

  static func register(in registry: ModuleRegistry) {
    let address = Examples.address(12)
    let table = registry["\(address)table"]
    table.section.cell.register(PersonCellViewModel.self).view(PersonCell.self)
    registry[address].page("Simple list") { SimpleListPage(url: $0.url, table: table) }
    ConfirmPage.register(in: registry)
  }

  /// A flat array of three records is three sections of one cell; the module of the cell decodes them.
  init(url: ModuleURL, table: Module) {
    super.init(url: url, list: ListViewModel(data: Person.records, module: table))
  }

  override var title: String { "simple list" }
  override var breadcrumb: [String] { ["examples", title] }
  override var activity: String { status }

  override func didReceive(_ emission: Emission) {
    guard emission.name == .call, let text = emission.value as? String else {
      return super.didReceive(emission)
    }
    status = text
  }
}
