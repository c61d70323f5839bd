extension Module {
  /// The default section of the list that this module is.
  public var section: Module { submodule(.default) }

  /// A named section of the list that this module is.
  public func section(_ name: String) -> Module { named(name, kind: "") }

  /// The default cell of the section that this module is.
  public var cell: Module { submodule(.default) }

  /// A named cell of the section that this module is.
  public func cell(_ name: String) -> Module { named(name, kind: "") }

  /// The default header of the section that this module is.
  public var header: Module { named("", kind: ElementKind.header.segmentKind) }

  /// The default footer of the section that this module is.
  public var footer: Module { named("", kind: ElementKind.footer.segmentKind) }

  /// A named header of the section that this module is.
  public func header(_ name: String) -> Module { named(name, kind: ElementKind.header.segmentKind) }

  /// A named footer of the section that this module is.
  public func footer(_ name: String) -> Module { named(name, kind: ElementKind.footer.segmentKind) }

  /// A submodule by kind and name; an illegal name leads to a module that nobody will find and is
  /// noted: what is registered there shows as missing instead of ending the program.
  private func named(_ name: String, kind: String) -> Module {
    do {
      return submodule(try ModuleSegment(kind: kind, name: name))
    } catch {
      ledger.illegal.append("\(url): \"\(name)\" \(error)")
      return Module(url: url, parent: nil, ledger: ledger)
    }
  }
}

/// What an element of a section is: one of its items, or what stands above and below them.
public struct ElementKind: Hashable, Sendable {
  /// The kind as it is written in a URL; empty for cells, the default kind.
  public let segmentKind: String

  /// A kind of one's own.
  public init(_ segmentKind: String) {
    self.segmentKind = segmentKind
  }

  /// An item.
  public static let cell = ElementKind("")

  /// What stands above the items.
  public static let header = ElementKind("header")

  /// What stands below the items.
  public static let footer = ElementKind("footer")
}
