internal import MocoaModel

/// A line of the menu: an example.
struct MenuEntry: CellModel, Equatable {
  let number: Int
  let title: String
  let detail: String

  var itemID: ItemID { ItemID(number) }

  /// All examples, in their groups.
  static let groups: [(title: String, entries: [MenuEntry])] = [
    (
      "Modules and lists",
      [
        .init(number: 10, title: "Plain module", detail: "in a screen that is no list"),
        .init(number: 11, title: "Self-contained page", detail: "makes all that it needs"),
        .init(number: 12, title: "Simple list", detail: "a model, a view model, a view"),
      ]
    ),
    (
      "Lists that change",
      [
        .init(number: 20, title: "News feed", detail: "refreshed, and more of it loaded"),
        .init(number: 21, title: "Contact book", detail: "fourteen changes, and an editor"),
        .init(number: 22, title: "Contact grid", detail: "the same, in columns"),
      ]
    ),
    (
      "Registered badly",
      [
        .init(number: 30, title: "Rows", detail: "all that can be missing, in a list"),
        .init(number: 31, title: "Tiles", detail: "all that can be missing, in a grid"),
      ]
    ),
  ]
}

/// The title of a group of examples.
struct MenuHeader: CellModel, Equatable {
  let title: String

  var itemID: ItemID { ItemID(title) }
}
