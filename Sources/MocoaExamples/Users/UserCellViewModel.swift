internal import Mocoa
internal import MocoaModel

/// A user in the list, who says when somebody chooses him.
final class UserCellViewModel: CellViewModel<User> {
  override var content: TextContent? {
    TextContent([.init(model.name, .title)], trailing: [.init("\(model.age)", .number)])
  }

  override func didSelect() { emit(.choose, value: model) }
}

extension Emission.Name {
  /// A user is chosen; the value is the user.
  static let choose: Self = "choose"
}
