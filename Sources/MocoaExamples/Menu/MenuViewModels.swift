internal import Mocoa

/// The view model of an example in the menu.
///
/// Opening the cell shows the example.
final class MenuCellViewModel: CellViewModel<MenuEntry> {
  override var content: TextContent? {
    // Examples without a number have empty space of the same width.
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
