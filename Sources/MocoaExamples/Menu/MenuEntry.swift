internal import MocoaModel

/// An example in the menu.
struct MenuEntry: CellModel, Equatable {
  /// The last component of the example's address.
  ///
  /// It is a number if XZMocoa has the same example.
  let name: String
  let title: String
  let detail: String

  var itemID: ItemID { ItemID(name) }

  /// All examples, in groups.
  static let groups: [(title: String, entries: [MenuEntry])] = [
    (
      "Modules and lists",
      [
        .init(name: "10", title: "Plain module", detail: "in a screen that is not a list"),
        .init(name: "11", title: "Self-contained page", detail: "makes all that it needs"),
        .init(name: "12", title: "Simple list", detail: "a model, a view model, a view"),
      ]
    ),
    (
      "Lists that change",
      [
        .init(name: "20", title: "News feed", detail: "refreshed, and more of it loaded"),
        .init(name: "21", title: "Contact book", detail: "fourteen changes, and an editor"),
        .init(name: "22", title: "Contact grid", detail: "the same, in columns"),
      ]
    ),
    (
      "Data that others change",
      [
        .init(
          name: "catalogue", title: "Catalogue", detail: "artists, albums, tracks, in a database"),
        .init(name: "users", title: "Users", detail: "fetched, compared, and one selected"),
        .init(name: "messages", title: "Messages", detail: "kept, and shown twice at once"),
      ]
    ),
    (
      "Registered badly",
      [
        .init(name: "30", title: "Rows", detail: "all that can be missing, in a list"),
        .init(name: "31", title: "Tiles", detail: "all that can be missing, in a grid"),
      ]
    ),
  ]
}

/// The title of a group of examples.
struct MenuHeader: CellModel, Equatable {
  let title: String

  var itemID: ItemID { ItemID(title) }
}
