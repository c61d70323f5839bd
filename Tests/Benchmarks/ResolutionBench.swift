import Mocoa
import MocoaModel

/// A benchmark that finds the modules of cells in a list of many kinds.
struct ResolutionBench: Bench {
  private let names: [String]
  private let list: ListViewModel
  private let modules: [String: Module]

  init() {
    names = (0..<10_000).map { "kind-\($0)" }
    let module = ModuleRegistry().define("mocoa://kinds/")
    for name in names { module.section.cell(name).register(RecordCellViewModel.self) }
    list = ListViewModel(model: SectionedList([]), module: module)
    modules = Dictionary(uniqueKeysWithValues: names.map { ($0, module.section.cell($0)) })
  }

  private func forEachCell(_ find: (String) -> Module?) {
    for cell in 0..<1_000_000 {
      // The step is coprime to the number of names, so that neighbors have different kinds.
      precondition(find(names[cell &* 7919 % names.count]) != nil)
    }
  }

  func subject() async {
    forEachCell { list.resolution(.cell, named: $0, section: "").resolved }
  }

  func floor() async { forEachCell { modules[$0] } }
}
