internal import MocoaModel

/// A response of the server.
struct FeedResponse: RecordDecodable {
  let code: Int
  let message: String
  let groups: [FieldValue]

  init(_ record: some FieldReadable) throws {
    code = try record.integer("code")
    message = try record.string("message")
    groups = try record.array("data")
  }
}

/// A news item: the model of the cells in the groups 100 and 101.
struct NewsItem: CellModel, RecordDecodable, Equatable {
  let nid: Int
  let url: String
  let title: String
  let images: [String]
  let date: String
  let comments: Int

  init(_ record: some FieldReadable) throws {
    nid = try record.integer("nid")
    url = try record.string("url")
    title = try record.string("title")
    date = try record.string("date")
    comments = try record.integer("comments")
    if let image = try record.optionalString("image") {
      images = [image]
    } else {
      images = try record.array("images").compactMap(\.scalarString)
    }
  }

  var itemID: ItemID { ItemID(nid) }
}

/// A group of news in separate cells: the model of the sections 100 and 101.
///
/// It conforms to `CellModel`, so that a module can register it and decode records into it.
struct NewsGroup: CellModel, SectionModel, RecordDecodable, Equatable {
  let moduleName: String
  let itemID: ItemID
  let items: [NewsItem]

  init(_ record: some FieldReadable) throws {
    moduleName = try record.string("group")
    itemID = ItemID(try record.integer("gid"))
    items = try record.array("items").map { try NewsItem($0) }
  }

  var sectionID: ItemID { itemID }
  var itemCount: Int { items.count }

  func item(at position: Int) -> any CellModel { items[position] }
}

/// A group of news in one cell, which shows one news item at a time: the model of the section 102.
struct BannerGroup: CellModel, SectionModel, RecordDecodable, Equatable {
  let moduleName: String
  let banners: Banners

  init(_ record: some FieldReadable) throws {
    moduleName = try record.string("group")
    banners = Banners(
      itemID: ItemID(try record.integer("gid")),
      items: try record.array("items").map { try NewsItem($0) })
  }

  var itemID: ItemID { banners.itemID }
  var sectionID: ItemID { banners.itemID }
  var itemCount: Int { 1 }

  func item(at position: Int) -> any CellModel { banners }
}

/// The model of the only cell in a group 102, with all its news.
struct Banners: CellModel, Equatable {
  let itemID: ItemID
  let items: [NewsItem]
}

/// The header above all news, and the last row, which loads more.
enum FeedBoundary: CellModel, Equatable {
  case header
  case more

  var itemID: ItemID { self == .header ? "refresh" : "more" }
}
