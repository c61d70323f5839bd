internal import MocoaLocalization
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

/// The presentation whose slot stores the template of the cells of a module.
///
/// Manifests fill the slot together with the view model.
public enum TemplatePresentation: Presentation {
  /// The template of a cell.
  public typealias Slot = CellTemplate
}

/// The view model of a record that is shown with the template of its module.
///
/// The template is looked up when the content is created, and again after every registration in the
/// registry. A change of a manifest therefore changes the displayed rows.
@MainActor
open class TemplateCellViewModel: AnyCellViewModel {
  /// The record.
  public private(set) final var record: any CellModel & FieldReadable

  /// The cached content, and the revision of the registry when it was created.
  ///
  /// The content is cached because it is drawn in every frame.
  private var made: (content: TextContent, revision: Int)?

  /// Creates a view model for a record.
  public required init(record: any CellModel & FieldReadable) {
    self.record = record
    super.init()
  }

  /// Creates a view model for any element that has fields.
  open override class func make(from element: any CellModel) throws -> AnyCellViewModel {
    Self(record: try record(element))
  }

  /// Replaces the record with its new content.
  open override func update(with element: any CellModel) throws {
    record = try Self.record(element)
    made = nil
  }

  private static func record(_ element: any CellModel) throws -> any CellModel & FieldReadable {
    guard let record = element as? any CellModel & FieldReadable else {
      throw ModelError.mismatch(expected: localized("record"), found: "\(type(of: element))")
    }
    return record
  }

  /// The record.
  public final override var element: (any CellModel)? { record }

  /// The template of the module, or `nil` without a module.
  public final var template: CellTemplate? {
    resolution?.resolved?.slot(for: TemplatePresentation.self)
  }

  /// The text that the template creates for the record, or the error of an unreadable record.
  open override var content: TextContent? {
    let revision = resolution?.resolved?.registryRevision ?? 0
    if let made, made.revision == revision { return made.content }
    guard let template else { return nil }
    let content = TextContent(errorOf: record) ?? template.content(of: record)
    made = (content, revision)
    return content
  }

  /// The page that the template opens for the record.
  open override var destination: ModuleURL? { template?.opens?.url(for: record) }

  /// Returns the URL that a key opens for the record.
  ///
  /// - Returns: `nil` if the template has no such key or the record lacks a field of the URL.
  public final func destination(ofKey key: Unicode.Scalar) -> ModuleURL? {
    template?.keys.first { $0.key == key }?.url.url(for: record)
  }
}
