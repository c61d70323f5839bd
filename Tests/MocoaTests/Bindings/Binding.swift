import Mocoa
import MocoaModel
import MocoaTestSupport

/// A user, as in the example of HRTableCollectionBindingHelper.
struct User: CellModel, Identifiable, Equatable {
  let id: Int
  var name: String
  var age = 30

  init(_ id: Int, _ name: String? = nil) {
    (self.id, self.name) = (id, name ?? "user--\(id)")
  }
}

/// The view model of a user, which counts its instances and stores its former model.
final class UserCellViewModel: CellViewModel<User> {
  var former: [User] = []

  override var content: TextContent? { TextContent([.init(model.name, .title)]) }

  override func modelDidChange(from old: User) { former.append(old) }
}

/// A binding under test and all updates of its list.
@MainActor
final class Bound {
  let binding: ListBinding<User>
  private(set) var updates: [ListUpdate] = []
  private(set) var states: [BindingState] = []
  private var tokens: [ObservationToken] = []

  init(
    _ input: BindingInput<User>, module: Module? = nil,
    onSelect command: SelectionCommand<User>? = nil, height: Int? = nil,
    template: (@MainActor (User) -> ItemTemplate)? = { .text([.init($0.name, .title)]) }
  ) {
    binding = ListBinding(
      input, module: module, onSelect: command, height: height, template: template)
    binding.list.prepareIfNeeded()
    tokens = [
      binding.list.observe { [weak self] update in
        MainActor.assertIsolated()
        self?.updates.append(update)
      },
      binding.observe { [weak self] in self?.states.append($0) },
    ]
  }

  var list: ListViewModel { binding.list }

  /// The change sets that are not empty.
  var changes: [ChangeSet] { updates.map(\.changes).filter { !$0.isEmpty } }

  /// The number of items in each section.
  var counts: [Int] { list.snapshot.sections.map(\.items.count) }

  /// The texts of all rows, as they are drawn.
  var rows: [String] {
    list.snapshot.sections.indices.flatMap { section in
      list.snapshot.sections[section].items.indices.map { item in
        list.cell(at: ItemPath(section: section, item: item)).text
      }
    }
  }

  func cell(_ item: Int) -> AnyCellViewModel { list.cell(at: path(item)) }

  @discardableResult
  func select(_ item: Int) -> Bool { list.select(path(item)) }
}

/// Returns the path of an item in the single section.
func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

/// Returns users with some numbers.
func users(_ numbers: some Sequence<Int>) -> [User] { numbers.map { User($0) } }

extension AnyCellViewModel {
  /// The text of its content.
  var text: String {
    content?.lines.flatMap { $0.leading + $0.trailing }.map(\.text).joined(separator: " ") ?? "?"
  }
}

extension ElementSequence {
  /// The indexes of all elements.
  var indices: Range<Int> { 0..<count }
}
