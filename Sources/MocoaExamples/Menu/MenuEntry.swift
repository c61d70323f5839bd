internal import MocoaModel

/// A line of the menu: an example.
struct MenuEntry: CellModel, Equatable {
  /// The last step of its address: a number, or a name.
  let step: String
  let title: String
  let detail: String

  var itemID: ItemID { ItemID(step) }

  /// All examples, in their groups.
  static let groups: [(title: String, entries: [MenuEntry])] = [
    (
      "Modules and lists",
      [
        .init(step: "10", title: "Plain module", detail: "in a screen that is no list"),
        .init(step: "11", title: "Self-contained page", detail: "makes all that it needs"),
        .init(step: "12", title: "Simple list", detail: "a model, a view model, a view"),
      ]
    ),
    (
      "Lists that change",
      [
        .init(step: "20", title: "News feed", detail: "refreshed, and more of it loaded"),
        .init(step: "21", title: "Contact book", detail: "fourteen changes, and an editor"),
        .init(step: "22", title: "Contact grid", detail: "the same, in columns"),
      ]
    ),
    (
      "Kept in a database",
      [
        .init(
          step: "catalogue", title: "Catalogue",
          detail: "artists, albums, tracks: two lists"
        )
      ]
    ),
    (
      "Registered badly",
      [
        .init(step: "30", title: "Rows", detail: "all that can be missing, in a list"),
        .init(step: "31", title: "Tiles", detail: "all that can be missing, in a grid"),
      ]
    ),
  ]
}

/// The title of a group of examples.
struct MenuHeader: CellModel, Equatable {
  let title: String

  var itemID: ItemID { ItemID(title) }
}
