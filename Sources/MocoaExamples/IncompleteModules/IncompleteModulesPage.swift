internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// A page with one section for each combination of missing parts of a module.
///
/// No combination stops the program.
///
/// In debug mode, placeholders describe the missing parts. Without debug mode, a placeholder has no
/// rows, and each section has the same number of items as in debug mode.
final class IncompleteModulesPage: ListPageViewModel {
  /// Registers example 30, which shows the page as a list, and example 31, which shows it as a
  /// grid.
  static func register(in registry: ModuleRegistry) {
    let rows = registry.define(Examples.address(30)).define("table")
    register(rows)
    registry.define(Examples.address(30)).page("Rows") {
      IncompleteModulesPage(url: $0.url, list: rows)
    }

    let tiles = registry.define(Examples.address(31)).define("collection")
    register(tiles)
    // Wide enough for the text of placeholders.
    tiles.grid(GridStyle(.columns(atLeast: 60), insets: .init(leading: 2, trailing: 2)))
    registry.define(Examples.address(31)).page("Tiles") {
      IncompleteModulesPage(url: $0.url, list: tiles)
    }
  }

  /// Registers the existing parts of each group in the modules of a list.
  ///
  /// The missing parts of a group are not registered.
  private static func register(_ list: Module) {
    for group in PartsCaseGroup.all {
      let section = list.section("\(group.number)")
      // Accessing a module creates it, so modules that must be missing are not accessed.
      if let parts = group.cell { register(parts, in: section.cell) }
      if let parts = group.ends?.parts {
        register(parts, in: section.header)
        register(parts, in: section.footer)
      }
    }
  }

  private static func register(_ parts: [PartsCase.Part], in module: Module) {
    for part in parts {
      switch part {
      case .model: module.model(PartsCase.self)
      case .view: module.view(PartsCaseView.self)
      case .viewModel: module.register(TrialViewModel.self)
      }
    }
  }

  private init(url: ModuleURL, list: Module) {
    super.init(
      url: url,
      list: ListViewModel(
        model: SectionedList(PartsCaseGroup.all.map(\.section)), module: list))
  }

  override var title: String { module?.pageTitle?.lowercased() ?? "" }
  override var breadcrumb: [String] { ["examples", title] }
}
