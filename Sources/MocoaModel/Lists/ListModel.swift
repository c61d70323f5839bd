/// A type that describes a list as a value: sections of items, read by index.
///
/// `ListModel` and ``SectionModel`` use random access. Therefore a lazy source, such as a file with
/// a million records, creates only the items that are read.
public protocol ListModel: Sendable {
  /// The number of sections.
  var sectionCount: Int { get }

  /// Returns the section at an index below `sectionCount`.
  func section(at position: Int) -> any SectionModel
}

/// A type that describes one section of a list: its items, header, footer and supplements.
public protocol SectionModel: Sendable {
  /// The identity of the section within its list.
  var sectionID: ItemID { get }

  /// The name of the section's module.
  ///
  /// Empty for the default section.
  var moduleName: String { get }

  /// The model of the header, or `nil` if the section has no header.
  var header: (any CellModel)? { get }

  /// The model of the footer, or `nil` if the section has no footer.
  var footer: (any CellModel)? { get }

  /// The supplements between the header and the items, in order.
  var supplements: [Supplement] { get }

  /// The number of items.
  var itemCount: Int { get }

  /// Returns the item at an index below `itemCount`.
  func item(at position: Int) -> any CellModel

  /// Returns the identity of the item at an index below `itemCount`.
  func itemID(at position: Int) -> ItemID
}

extension SectionModel {
  /// Empty, the name of the default section.
  public var moduleName: String { "" }

  /// `nil` by default, for a section without a header.
  public var header: (any CellModel)? { nil }

  /// `nil` by default, for a section without a footer.
  public var footer: (any CellModel)? { nil }

  /// Empty by default, for a section without supplements.
  public var supplements: [Supplement] { [] }

  /// Returns the identity of the item at an index.
  ///
  /// This default implementation creates the item. A lazy source should implement the method
  /// without creating the item.
  public func itemID(at position: Int) -> ItemID { item(at: position).itemID }
}

/// An element of a section other than its items, header and footer: a summary, column titles, a
/// notice.
///
/// A change of a section's supplements is an update of the section. Each supplement is identified
/// by its index.
public struct Supplement: Sendable {
  /// The element kind, which selects the module; a header has the kind `header`.
  ///
  /// `header`, `footer` and the empty kind belong to other elements. A supplement of such a kind
  /// appears as a placeholder that explains the conflict.
  public var kind: String

  /// The model of the supplement.
  public var model: any CellModel

  /// Creates a supplement of an element kind.
  public init(_ kind: String, _ model: any CellModel) {
    (self.kind, self.model) = (kind, model)
  }
}

/// A section that stores its items in an array.
public struct Section: SectionModel {
  /// The identity of the section within its list.
  public var sectionID: ItemID

  /// The name of the section's module.
  public var moduleName: String

  /// The model of the header, or `nil` if the section has no header.
  public var header: (any CellModel)?

  /// The model of the footer, or `nil` if the section has no footer.
  public var footer: (any CellModel)?

  /// The supplements between the header and the items, in order.
  public var supplements: [Supplement]

  /// The items, in order.
  public var items: [any CellModel]

  /// Creates a section from its parts.
  public init(
    id: ItemID, moduleName name: String = "", header: (any CellModel)? = nil,
    supplements: [Supplement] = [], items: [any CellModel], footer: (any CellModel)? = nil
  ) {
    sectionID = id
    moduleName = name
    self.header = header
    self.supplements = supplements
    self.items = items
    self.footer = footer
  }

  /// The number of items.
  public var itemCount: Int { items.count }

  /// Returns the item at an index.
  public func item(at position: Int) -> any CellModel { items[position] }
}

/// A list that stores its sections in an array.
public struct SectionedList: ListModel {
  /// The sections, in order.
  public var sections: [any SectionModel]

  /// Creates a list from its sections.
  public init(_ sections: [any SectionModel]) {
    self.sections = sections
  }

  /// Creates a list with one section.
  public init(items: [any CellModel]) {
    sections = [Section(id: 0, items: items)]
  }

  /// The number of sections.
  public var sectionCount: Int { sections.count }

  /// Returns the section at an index.
  public func section(at position: Int) -> any SectionModel { sections[position] }
}
