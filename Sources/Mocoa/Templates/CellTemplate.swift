public import MocoaModel

/// All that a manifest says of the rows of one kind: their lines, and where they lead.
public struct CellTemplate: Hashable, Sendable {
  /// A key that opens something.
  public struct KeyAction: Hashable, Sendable {
    /// The character of the key.
    public var key: Unicode.Scalar

    /// What it opens.
    public var url: URLTemplate

    /// A key and what it opens.
    public init(key: Unicode.Scalar, url: URLTemplate) {
      (self.key, self.url) = (key, url)
    }
  }

  /// The lines, from above.
  public var lines: [LineTemplate]

  /// What opening a row leads to; nil where that is for the page to say.
  public var opens: URLTemplate?

  /// Keys that open something else.
  public var keys: [KeyAction]

  /// A row from its parts.
  public init(lines: [LineTemplate], opens: URLTemplate? = nil, keys: [KeyAction] = []) {
    (self.lines, self.opens, self.keys) = (lines, opens, keys)
  }

  /// What is shown of a record.
  public func content(of record: any FieldReadable) -> TextContent {
    TextContent(lines: lines.map { $0.line(of: record) })
  }
}

/// The key to the template of a module: the slot that manifests fill beside the view model.
public enum TemplatePresentation: Presentation {
  /// How a row is made.
  public typealias Slot = CellTemplate
}
