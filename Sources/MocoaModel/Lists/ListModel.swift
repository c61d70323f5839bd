/// A list as a value: sections of items, read by position.
///
/// Both protocols are random access so that nothing is materialised before it is looked at: a
/// source of a million records answers from an index.
public protocol ListModel: Sendable {
  /// The number of sections.
  var sectionCount: Int { get }

  /// The section at a position below `sectionCount`.
  func section(at position: Int) -> any SectionModel
}

/// One section of a list: its items, and what stands above and below them.
public protocol SectionModel: Sendable {
  /// Which section this is, among the sections of its list.
  var sectionID: ItemID { get }

  /// The name of the section's module; empty for the default section.
  var moduleName: String { get }

  /// The model of the header; a header exists exactly when its model does.
  var header: (any CellModel)? { get }

  /// The model of the footer; a footer exists exactly when its model does.
  var footer: (any CellModel)? { get }

  /// What else stands between the header and the items, in this order.
  var supplements: [Supplement] { get }

  /// The number of items.
  var itemCount: Int { get }

  /// The item at a position below `itemCount`.
  func item(at position: Int) -> any CellModel

  /// The identity of the item at a position below `itemCount`.
  func itemID(at position: Int) -> ItemID
}

extension SectionModel {
  /// The default section.
  public var moduleName: String { "" }

  /// No header.
  public var header: (any CellModel)? { nil }

  /// No footer.
  public var footer: (any CellModel)? { nil }

  /// Nothing else.
  public var supplements: [Supplement] { [] }

  /// The identity of the item itself; a lazy source answers without making the item.
  public func itemID(at position: Int) -> ItemID { item(at: position).itemID }
}

/// Something of a section that is neither header nor footer nor item: a summary, a row of column
/// titles, a notice.
///
/// A change of a section's supplements is an update of the section; each is known by its position
/// among them.
public struct Supplement: Sendable {
  /// What it is to its section: the kind of its module, as `header` is that of a header's.
  ///
  /// `header`, `footer` and the empty kind are those of other elements. A supplement of such a kind
  /// appears as a placeholder that explains this.
  public var kind: String

  /// What it shows.
  public var model: any CellModel

  /// A supplement of a kind.
  public init(_ kind: String, _ model: any CellModel) {
    (self.kind, self.model) = (kind, model)
  }
}

/// A section that holds its items in an array.
public struct Section: SectionModel {
  /// Which section this is.
  public var sectionID: ItemID

  /// The name of the section's module.
  public var moduleName: String

  /// The model of the header.
  public var header: (any CellModel)?

  /// The model of the footer.
  public var footer: (any CellModel)?

  /// What else stands between the header and the items.
  public var supplements: [Supplement]

  /// The items in order.
  public var items: [any CellModel]

  /// A section from its parts.
  public init(
    id: ItemID, name: String = "", header: (any CellModel)? = nil,
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

  /// The item at a position.
  public func item(at position: Int) -> any CellModel { items[position] }
}

/// A list that holds its sections in an array.
public struct SectionedList: ListModel {
  /// The sections in order.
  public var sections: [any SectionModel]

  /// A list from its sections.
  public init(_ sections: [any SectionModel]) {
    self.sections = sections
  }

  /// A list of one section.
  public init(items: [any CellModel]) {
    sections = [Section(id: 0, items: items)]
  }

  /// The number of sections.
  public var sectionCount: Int { sections.count }

  /// The section at a position.
  public func section(at position: Int) -> any SectionModel { sections[position] }
}
