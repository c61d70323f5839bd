internal import Mocoa

/// The view model of a line of the menu, which opens its example.
final class MenuCellViewModel: CellViewModel<MenuEntry> {
  override var content: TextContent? {
    // The others have no number, and the room of one.
    let number = Int(model.name).map { "\($0)" } ?? ""
    return TextContent([
      .init(number, .number, width: 2), .init(model.title, .title), .init(model.detail, .detail),
    ])
  }

  override var destination: ModuleURL? { try? ModuleURL("\(Examples.address)\(model.name)/") }
}

/// The view model of the title of a group.
final class MenuHeaderViewModel: CellViewModel<MenuHeader> {
  override var content: TextContent? { TextContent([.init(model.title, .heading)]) }
}
