internal import Mocoa

/// The view model of a line of the menu, which opens its example.
final class MenuCellViewModel: CellViewModel<MenuEntry> {
  override var content: TextContent? {
    TextContent([
      .init("\(model.number)", .number), .init(model.title, .title), .init(model.detail, .detail),
    ])
  }

  override var destination: ModuleURL? { try? ModuleURL(Examples.address(model.number)) }
}

/// The view model of the title of a group.
final class MenuHeaderViewModel: CellViewModel<MenuHeader> {
  override var content: TextContent? { TextContent([.init(model.title, .heading)]) }
}
