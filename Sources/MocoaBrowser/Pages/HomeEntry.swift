internal import MocoaLocalization
internal import Mocoa
package import MocoaModel
internal import MocoaQuery

/// An item of the home screen.
package struct HomeEntry: CellModel, Equatable {
  /// The effect of opening an item.
  enum Target: Equatable {
    /// The item opens the page at a URL.
    case page(String)

    /// The item performs an action of the browser.
    case action(Action)

    /// The item cannot be opened, for a reason in one line.
    case unavailable(String)
  }

  let name: String

  /// The folder of a saved location, or a description of the item.
  let detail: String

  /// The query of a saved location, and its part of the source, or an empty string.
  private(set) var query = ""

  /// The size of the file as text, or an empty string.
  private(set) var size = ""

  private(set) var target: Target

  /// The saved location of the item and its list, or `nil` for other items.
  private(set) var savedLocation: SavedLocation?

  /// A Boolean value that indicates whether the file of a saved location no longer exists.
  private(set) var isMissing = false

  /// The number that opens the item if it is typed, or `nil`.
  var number: Int?

  /// A saved location and the list that contains it.
  struct SavedLocation: Equatable {
    let location: Location
    let kind: LocationList.Kind
  }

  package var itemID: ItemID {
    ItemID((savedLocation?.kind.rawValue ?? "") + url + name)
  }

  /// Creates an item that opens a page.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - detail: A short description.
  ///   - size: The size of the file as text, or an empty string.
  ///   - url: The URL of the page.
  package init(name: String, detail: String, size: String = "", url: String) {
    (self.name, self.detail, self.size, target) = (name, detail, size, .page(url))
  }

  /// Creates an item with another effect than opening a page.
  init(name: String, detail: String, target: Target) {
    (self.name, self.detail, self.target) = (name, detail, target)
  }

  /// Creates an item for a saved location.
  ///
  /// - Parameters:
  ///   - location: The saved location.
  ///   - kind: The list that contains the location.
  ///   - status: The file of the location.
  init(_ location: Location, of kind: LocationList.Kind, status: FileStatus) {
    name = location.shortName
    detail = location.folder
    query = location.queryText
    target = .page("\(location.url)")
    savedLocation = SavedLocation(location: location, kind: kind)
    switch status {
    case .file(let bytes): size = "\(ByteCount(bytes))"
    case .missing:
      isMissing = true
      let path = XDGDirectory.short(location.path ?? "")
      target = .unavailable(localized("\(path) no longer exists (D removes the entry)"))
    case .folder, .unknown: break
    }
  }
}

extension HomeEntry: FieldReadable {
  package var fieldNames: [String] { ["name", "detail", "query", "size", "url"] }

  package func field(_ name: String) -> FieldValue? {
    switch name {
    case "name": .string(self.name)
    case "detail": .string(detail)
    case "query": .string(query)
    case "size": .string(size)
    case "url": .string(url)
    default: nil
    }
  }

  /// The URL of the page that the item opens, or an empty string.
  private var url: String {
    if case .page(let url) = target { url } else { savedLocation?.url ?? "" }
  }
}

extension HomeEntry.SavedLocation {
  fileprivate var url: String { "\(location.url)" }
}

extension Location {
  /// The name that was saved, or the name of the file.
  fileprivate var shortName: String {
    if !name.isEmpty { return name }
    return path?.split(separator: "/").last.map(String.init) ?? "\(sourceURL)"
  }

  /// The folder of the file as text, or the URL of a page without a file.
  fileprivate var folder: String {
    guard let path else { return "\(sourceURL)" }
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    return XDGDirectory.short(end == path.startIndex ? "/" : String(path[..<end]))
  }

  /// The part of the source, the filter, the group field and the sort fields.
  fileprivate var queryText: String {
    let query = ListQuery.read(url.listOptions).query
    let orders = query.orders.map { "\($0.field) \($0.isDescending ? "▼" : "▲")" }
    let parts =
      [url["table"] ?? url["at"] ?? "", query.filter?.text ?? ""]
      + [query.group.map { localized("by \($0)") } ?? ""] + orders
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
