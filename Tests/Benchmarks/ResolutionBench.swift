import Mocoa
import MocoaModel

/// Finding the modules of cells, in a list of many kinds.
struct ResolutionBench: Bench {
  private let many = Self.list(10_000)
  private let few = Self.list(10)

  private static func list(_ kinds: Int) -> (list: ListViewModel, names: [String]) {
    let names = (0..<kinds).map { "kind-\($0)" }
    let module = ModuleRegistry()["mocoa://kinds/"]
    for name in names { module.section.cell(name).register(RecordCellViewModel.self) }
    return (ListViewModel(model: SectionedList([]), module: module), names)
  }

  private func resolve(_ kinds: (list: ListViewModel, names: [String])) {
    for cell in 0..<1_000_000 {
      // A step that is prime to their number, so that neighbours are of different kinds.
      let name = kinds.names[cell &* 7919 % kinds.names.count]
      precondition(kinds.list.resolution(.cell, named: name, section: "").resolved != nil)
    }
  }

  func subject() async { resolve(many) }
  func floor() async { resolve(few) }
}
