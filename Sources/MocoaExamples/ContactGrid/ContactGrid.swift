internal import Mocoa
internal import MocoaTerminal

/// Example 22: the contact book as a grid with two columns.
///
/// It uses the models, view models and pages of example 21. Only the layout of the section and the
/// view of the cell differ from that example.
@MainActor
enum ContactGrid {
  static func register(in registry: ModuleRegistry, clock: (any FrameClock)?) {
    let module = registry.define(Examples.address(22))
    module.section.grid(
      GridStyle(
        .perLine(2), rows: 2, insets: .init(top: 1, leading: 1, bottom: 1, trailing: 1),
        lineSpacing: 1, itemSpacing: 1))
    module.section.cell.register(ContactCellViewModel.self).view(ContactTile.self)
    module.page("Contact grid") { ContactBookPage(url: $0.url, list: module, clock: clock) }
  }
}
