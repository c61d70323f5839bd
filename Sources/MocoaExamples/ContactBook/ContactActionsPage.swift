internal import Mocoa
internal import MocoaModel

/// A list of all actions on a contact book.
///
/// The page returns the selected action as its result.
final class ContactActionsPage: ListPageViewModel {
  static let address = Examples.address(21) + "actions"

  static func register(in registry: ModuleRegistry) {
    let module = registry.define(address)
    module.section.cell.register(ContactActionCellViewModel.self)
    module.page("Actions") { ContactActionsPage(url: $0.url, list: module) }
  }

  private init(url: ModuleURL, list: Module) {
    let actions = Section(id: "actions", items: ContactAction.allCases)
    super.init(url: url, list: ListViewModel(model: SectionedList([actions]), module: list))
  }

  override var title: String { "actions" }
  override var breadcrumb: [String] { ["examples", title] }

  /// No URL, because no page would receive the result in a later run.
  override var restorationURL: ModuleURL? { nil }

  override func didReceive(_ emission: Emission) {
    guard let action = emission.value as? ContactAction else { return super.didReceive(emission) }
    finish(with: action)
  }
}

/// The view model of an action.
///
/// When the user opens the cell, the page returns the action as its result.
final class ContactActionCellViewModel: CellViewModel<ContactAction> {
  override var content: TextContent? { TextContent([.init(model.rawValue, .title)]) }

  override var handlesSelection: Bool { true }

  override func didSelect() { emit(value: model) }
}
