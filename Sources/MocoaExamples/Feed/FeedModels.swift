internal import MocoaModel

/// What the server answers.
struct FeedResponse: RecordDecodable {
  let code: Int
  let message: String
  let groups: [FieldValue]

  init(_ record: some FieldReadable) throws {
    code = try record.integer("code")
    message = try record.text("message")
    groups = try record.list("data")
  }
}

/// A piece of news: the model of the cells of the groups 100 and 101.
struct NewsItem: CellModel, RecordDecodable, Equatable {
  let nid: Int
  let url: String
  let title: String
  let images: [String]
  let date: String
  let comments: Int

  init(_ record: some FieldReadable) throws {
    nid = try record.integer("nid")
    url = try record.text("url")
    title = try record.text("title")
    date = try record.text("date")
    comments = try record.integer("comments")
    if let image = try record.optionalText("image") {
      images = [image]
    } else {
      images = try record.list("images").compactMap(\.scalarText)
    }
  }

  var itemID: ItemID { ItemID(nid) }
}

/// A group of news, each in a cell of its own: the model of the sections 100 and 101.
///
/// It is a `CellModel` so that a module can be registered for it, and its records be decoded.
struct NewsGroup: CellModel, SectionModel, RecordDecodable, Equatable {
  let moduleName: String
  let itemID: ItemID
  let items: [NewsItem]

  init(_ record: some FieldReadable) throws {
    moduleName = try record.text("group")
    itemID = ItemID(try record.integer("gid"))
    items = try record.list("items").map { try NewsItem($0) }
  }

  var sectionID: ItemID { itemID }
  var itemCount: Int { items.count }

  func item(at position: Int) -> any CellModel { items[position] }
}

/// A group of news in one cell, of which one is seen at a time: the model of the section 102.
struct BannerGroup: CellModel, SectionModel, RecordDecodable, Equatable {
  let moduleName: String
  let banners: Banners

  init(_ record: some FieldReadable) throws {
    moduleName = try record.text("group")
    banners = Banners(
      itemID: ItemID(try record.integer("gid")),
      items: try record.list("items").map { try NewsItem($0) })
  }

  var itemID: ItemID { banners.itemID }
  var sectionID: ItemID { banners.itemID }
  var itemCount: Int { 1 }

  func item(at position: Int) -> any CellModel { banners }
}

/// The model of the one cell of a group 102: all its news.
struct Banners: CellModel, Equatable {
  let itemID: ItemID
  let items: [NewsItem]
}

/// The header above all news, and the row below them that loads more.
enum FeedEnd: CellModel, Equatable {
  case header
  case more

  var itemID: ItemID { self == .header ? "refresh" : "more" }
}
