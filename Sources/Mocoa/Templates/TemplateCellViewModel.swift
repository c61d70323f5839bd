internal import MocoaLanguage
public import MocoaModel

/// The view model of a record that is shown by the template of its module.
///
/// The template is looked up when the content is made, and again when anything was registered since:
/// a manifest that changes changes the rows that are shown.
@MainActor
open class TemplateCellViewModel: AnyCellViewModel {
  /// The record.
  public private(set) final var record: any CellModel & FieldReadable

  /// The content, and the registry's revision that it was made with: it is drawn with every frame.
  private var made: (content: TextContent, revision: Int)?

  /// A view model of a record.
  public required init(record: any CellModel & FieldReadable) {
    self.record = record
    super.init()
  }

  /// Makes a view model for any element that has fields.
  open override class func make(from element: any CellModel) throws -> AnyCellViewModel {
    Self(record: try record(element))
  }

  /// Takes over the record's new content.
  open override func adopt(_ element: any CellModel) throws {
    record = try Self.record(element)
    made = nil
  }

  private static func record(_ element: any CellModel) throws -> any CellModel & FieldReadable {
    guard let record = element as? any CellModel & FieldReadable else {
      throw ModelError.mismatch(expected: phrase("record"), found: "\(type(of: element))")
    }
    return record
  }

  /// The record.
  public final override var element: (any CellModel)? { record }

  /// The template of its module; nil outside of one.
  public final var template: CellTemplate? {
    resolution?.resolved?.slot(for: TemplatePresentation.self)
  }

  /// What the template makes of the record; of one that could not be read, why.
  open override var content: TextContent? {
    let revision = resolution?.resolved?.registryRevision ?? 0
    if let made, made.revision == revision { return made.content }
    guard let template else { return nil }
    let content = TextContent(problemOf: record) ?? template.content(of: record)
    made = (content, revision)
    return content
  }

  /// Where the template says that it leads.
  open override var destination: ModuleURL? { template?.opens?.url(for: record) }

  /// What its template has a key open; nil where the key opens nothing, or the record lacks a field.
  public final func destination(ofKey key: Unicode.Scalar) -> ModuleURL? {
    template?.keys.first { $0.key == key }?.url.url(for: record)
  }
}
