internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Example 12: the minimum for a list.
///
/// It has a model, a view model and a view for the default cell of the default section.
final class SimpleListPage: ListPageViewModel {
  /// The result of the last call, for the status text.
  private var status = "" {
    didSet { redraw() }
  }

  static func register(in registry: ModuleRegistry) {
    let address = Examples.address(12)
    let table = registry.define("\(address)table")
    table.section.cell.register(PersonCellViewModel.self).view(PersonCell.self)
    registry.define(address).page("Simple list") { SimpleListPage(url: $0.url, table: table) }
    ConfirmPage.register(in: registry)
  }

  /// Creates the page.
  ///
  /// A flat array of three records becomes three sections with one cell each.
  ///
  /// The module of the cell decodes the records.
  init(url: ModuleURL, table: Module) {
    super.init(url: url, list: ListViewModel(data: Person.records, module: table))
  }

  override var title: String { "simple list" }
  override var breadcrumb: [String] { ["examples", title] }
  override var statusText: String { status }

  override func didReceive(_ emission: Emission) {
    guard emission.name == .call, let text = emission.value as? String else {
      return super.didReceive(emission)
    }
    status = text
  }
}
