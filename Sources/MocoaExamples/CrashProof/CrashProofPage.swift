internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Every combination of what can be missing in a module, one section each: nothing ends the program.
///
/// Debug mode shows placeholders that say what is missing. Without it they take no room, and the
/// counts stay the same.
final class CrashProofPage: ListPageViewModel {
  /// Registers example 30, where the groups are a list, and example 31, where they are a grid.
  static func register(in registry: ModuleRegistry) {
    let rows = registry[Examples.address(30)]["table"]
    register(rows)
    registry[Examples.address(30)].page("Rows") { CrashProofPage(url: $0.url, list: rows) }

    let tiles = registry[Examples.address(31)]["collection"]
    register(tiles)
    // Wide enough for what placeholders say.
    tiles.grid(GridStyle(.columns(atLeast: 60), insets: .init(leading: 2, trailing: 2)))
    registry[Examples.address(31)].page("Tiles") { CrashProofPage(url: $0.url, list: tiles) }
  }

  /// Registers in a list's module what the matrix says, and nothing else.
  private static func register(_ list: Module) {
    for group in TrialGroup.all {
      let section = list.section("\(group.number)")
      // Asking for a module is making it, so nobody asks where there is to be none.
      if let parts = group.cell { register(parts, in: section.cell) }
      if let parts = group.ends?.parts {
        register(parts, in: section.header)
        register(parts, in: section.footer)
      }
    }
  }

  private static func register(_ parts: [Trial.Part], in module: Module) {
    for part in parts {
      switch part {
      case .model: module.model(Trial.self)
      case .view: module.view(TrialView.self)
      case .viewModel: module.register(TrialViewModel.self)
      }
    }
  }

  private init(url: ModuleURL, list: Module) {
    super.init(
      url: url,
      list: ListViewModel(
        model: SectionedList(TrialGroup.all.map(\.section)), module: list))
  }

  override var title: String { module?.pageTitle?.lowercased() ?? "" }
  override var breadcrumb: [String] { ["examples", title] }
}
