extension Module {
  /// The module of the default section of this list, created if needed.
  public var section: Module { defineSubmodule(.default) }

  /// Returns the module of a named section of this list, creating it if needed.
  public func section(_ name: String) -> Module { defineSubmodule(name: name) }

  /// The module of the default cell of this section, created if needed.
  public var cell: Module { defineSubmodule(.default) }

  /// Returns the module of a named cell of this section, creating it if needed.
  public func cell(_ name: String) -> Module { defineSubmodule(name: name) }

  /// The module of the default header of this section, created if needed.
  public var header: Module { defineSubmodule(kind: ElementKind.header.segmentKind) }

  /// The module of the default footer of this section, created if needed.
  public var footer: Module { defineSubmodule(kind: ElementKind.footer.segmentKind) }

  /// Returns the module of a named header of this section, creating it if needed.
  public func header(_ name: String) -> Module {
    defineSubmodule(kind: ElementKind.header.segmentKind, name: name)
  }

  /// Returns the module of a named footer of this section, creating it if needed.
  public func footer(_ name: String) -> Module {
    defineSubmodule(kind: ElementKind.footer.segmentKind, name: name)
  }

  /// Returns the module of the supplements of a kind in this section, creating it if needed.
  ///
  /// The kind must differ from the kinds of `ElementKind.cell`, `header` and `footer`. A supplement
  /// of one of these kinds is shown as a placeholder.
  public func supplement(_ kind: String, _ name: String = "") -> Module {
    defineSubmodule(kind: kind, name: name)
  }

  /// The submodule named `list`, created if needed.
  ///
  /// It is the module of the list that the page at this address shows.
  public var list: Module { defineSubmodule(name: "list") }
}

/// The kind of an element of a section: an item, a header, a footer or another supplement.
public struct ElementKind: Hashable, Sendable {
  /// The kind as it appears in a URL; empty for cells, which have the default kind.
  public let segmentKind: String

  /// A Boolean value that indicates whether this is the kind of a supplement with a reserved name.
  ///
  /// The kind names of cells, headers and footers are reserved. No module can show such a
  /// supplement.
  let isReserved: Bool

  /// Creates a custom kind.
  public init(_ segmentKind: String) {
    self.segmentKind = segmentKind
    isReserved = false
  }

  /// Creates the kind of a supplement.
  init(ofSupplement kind: String) {
    segmentKind = kind
    isReserved = [Self.cell, .header, .footer].contains { $0.segmentKind == kind }
  }

  /// The kind of items.
  public static let cell = ElementKind("")

  /// The kind of headers, which precede the items of their section.
  public static let header = ElementKind("header")

  /// The kind of footers, which follow the items of their section.
  public static let footer = ElementKind("footer")
}
