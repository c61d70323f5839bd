internal import Mocoa
internal import MocoaModel

/// The view model of a user, which emits the user when selected.
final class UserCellViewModel: CellViewModel<User> {
  override var content: TextContent? {
    TextContent([.init(model.name, .title)], trailing: [.init("\(model.age)", .number)])
  }

  override func didSelect() { emit(.choose, value: model) }
}

extension Emission.Name {
  /// The selection of a user; the value is the user.
  static let choose: Self = "choose"
}
