extension Module {
  /// The default section of the list that this module is.
  public var section: Module { submodule(.default) }

  /// A named section of the list that this module is.
  public func section(_ name: String) -> Module { submodule(name: name) }

  /// The default cell of the section that this module is.
  public var cell: Module { submodule(.default) }

  /// A named cell of the section that this module is.
  public func cell(_ name: String) -> Module { submodule(name: name) }

  /// The default header of the section that this module is.
  public var header: Module { submodule(kind: ElementKind.header.segmentKind) }

  /// The default footer of the section that this module is.
  public var footer: Module { submodule(kind: ElementKind.footer.segmentKind) }

  /// A named header of the section that this module is.
  public func header(_ name: String) -> Module {
    submodule(kind: ElementKind.header.segmentKind, name: name)
  }

  /// A named footer of the section that this module is.
  public func footer(_ name: String) -> Module {
    submodule(kind: ElementKind.footer.segmentKind, name: name)
  }

  /// The module of a section's supplements of a kind, which is none of `ElementKind.cell`, `header` and
  /// `footer`: a supplement of such a kind has a placeholder.
  public func supplement(_ kind: String, _ name: String = "") -> Module {
    submodule(kind: kind, name: name)
  }

  /// The module one step below that is called "list": where a page keeps the list it shows.
  public var list: Module { submodule(name: "list") }
}

/// What an element of a section is: one of its items, or what stands above and below them.
public struct ElementKind: Hashable, Sendable {
  /// The kind as it is written in a URL; empty for cells, the default kind.
  public let segmentKind: String

  /// A Boolean value that indicates whether this is a supplement whose kind is that of cells, headers or
  /// footers, which no module can show.
  let isReserved: Bool

  /// A kind of one's own.
  public init(_ segmentKind: String) {
    self.segmentKind = segmentKind
    isReserved = false
  }

  /// Creates the kind of a supplement.
  init(ofSupplement kind: String) {
    segmentKind = kind
    isReserved = [Self.cell, .header, .footer].contains { $0.segmentKind == kind }
  }

  /// An item.
  public static let cell = ElementKind("")

  /// What stands above the items.
  public static let header = ElementKind("header")

  /// What stands below the items.
  public static let footer = ElementKind("footer")
}
