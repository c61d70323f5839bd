public import MocoaModel

/// The template of the records of one kind in a manifest: the lines of a row and the URLs that it
/// opens.
public struct CellTemplate: Hashable, Sendable {
  /// A key that opens a URL.
  public struct KeyAction: Hashable, Sendable {
    /// The character of the key.
    public var key: Unicode.Scalar

    /// The URL that the key opens.
    public var url: URLTemplate

    /// Creates a key action.
    public init(key: Unicode.Scalar, url: URLTemplate) {
      (self.key, self.url) = (key, url)
    }
  }

  /// The lines, from top to bottom.
  public var lines: [LineTemplate]

  /// The URL that a record opens, or `nil` if the page determines the URL.
  public var opens: URLTemplate?

  /// The keys that open other URLs for a record.
  public var keys: [KeyAction]

  /// Creates a template.
  public init(lines: [LineTemplate], opens: URLTemplate? = nil, keys: [KeyAction] = []) {
    (self.lines, self.opens, self.keys) = (lines, opens, keys)
  }

  /// Returns the text of a record.
  public func content(of record: any FieldReadable) -> TextContent {
    TextContent(lines: lines.map { $0.line(of: record) })
  }
}

/// The slot of a module for the template of its cells.
///
/// Manifests fill it together with the view model.
public enum TemplatePresentation: Presentation {
  /// The template of a cell.
  public typealias Slot = CellTemplate
}
