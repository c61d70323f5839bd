internal import Mocoa
internal import MocoaModel

/// A registered module as a record: its URL, its kind, the source location of its first
/// registration, and the registered types.
struct ModuleEntry: CellModel, FieldReadable, Equatable {
  let url: String
  let kind: String
  let origin: String
  let slots: String

  /// A Boolean value that indicates whether the URL opens a page without options.
  let opensPage: Bool

  var itemID: ItemID { ItemID(url) }

  var fieldNames: [String] { ["url", "kind", "from", "slots"] }

  func field(_ name: String) -> FieldValue? {
    switch name {
    case "url": .string(url)
    case "kind": .string(kind)
    case "from": .string(origin)
    case "slots": .string(slots)
    default: nil
    }
  }

  /// Creates the record of a module.
  @MainActor
  init(_ module: Module) {
    let registrations = module.registrations
    url = module.url.description
    kind = Self.kind(of: module)
    origin = registrations.first.map { "\($0.origin)" } ?? ""
    slots = registrations.map { "\($0.slot) \($0.type)" }.joined(separator: " · ")
    opensPage = module.pageTitle != nil
  }

  /// Returns a word for the use of a module.
  @MainActor
  private static func kind(of module: Module) -> String {
    if module.pageTitle != nil { return "page" }
    let slots = Set(module.registrations.map(\.slot))
    if slots.contains(.section) { return "section" }
    if slots == [.value] { return "value" }
    let element = module.url.path.last?.kind ?? ""
    return element.isEmpty ? "cell" : element
  }
}
