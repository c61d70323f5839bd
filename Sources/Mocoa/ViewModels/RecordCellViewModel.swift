internal import MocoaLocalization
public import MocoaModel

/// The view model of any record.
///
/// The field that describes the record best is the title. The other fields are details.
@MainActor
open class RecordCellViewModel: AnyCellViewModel {
  /// The record.
  public private(set) final var record: any CellModel & FieldReadable

  /// The content, cached after its first use because records can be long and are drawn in every
  /// frame.
  private var madeContent: TextContent?

  /// Creates a view model for a record.
  public required init(record: any CellModel & FieldReadable) {
    self.record = record
    super.init()
  }

  /// Creates a view model for any element that has fields.
  open override class func make(from element: any CellModel) throws -> AnyCellViewModel {
    guard let record = element as? any CellModel & FieldReadable else {
      throw ModelError.mismatch(expected: localized("record"), found: "\(type(of: element))")
    }
    return Self(record: record)
  }

  /// Replaces the record with its new content.
  open override func update(with element: any CellModel) throws {
    guard let record = element as? any CellModel & FieldReadable else {
      throw ModelError.mismatch(expected: localized("record"), found: "\(type(of: element))")
    }
    self.record = record
    madeContent = nil
  }

  /// The record.
  public final override var element: (any CellModel)? { record }

  /// `true`, because this class shows records whose kind has no module.
  open override var isGeneric: Bool { true }

  /// The title, and all other fields with their names.
  open override var content: TextContent? {
    if let madeContent { return madeContent }
    let content = makeContent()
    madeContent = content
    return content
  }

  private func makeContent() -> TextContent {
    if let message = TextContent(errorOf: record) { return message }
    let fields = record.fields
    guard let title = RecordTitle(fields) else {
      return TextContent([.init(localized("(empty)"), .detail)])
    }
    // The title of an object member is its name, so its value needs no name.
    let isMember = fields.map(\.name) == ["name", "value"]
    let details = fields.indices.filter { $0 != title.index }.map { index in
      let text = fields[index].value.text
      return isMember ? text : "\(fields[index].name) \(text)"
    }
    let detail = details.joined(separator: " · ")
    let titleSpan = TextContent.Span(title.text, .title)
    return TextContent(
      detail.isEmpty ? [titleSpan] : [titleSpan, .init(detail, .detail)],
      trailing: record.warningMessage.map { [.init("✗ \($0)", .warning)] } ?? [])
  }
}

extension TextContent {
  /// Creates content for a record that could not be read: the error and the raw text.
  ///
  /// The result is `nil` if the record is readable.
  init?(errorOf record: any FieldReadable) {
    guard let message = record.errorMessage else { return nil }
    let raw = record.field("raw")?.scalarString ?? ""
    self.init([.init("✗ \(message)", .warning), .init(raw, .detail)])
  }
}

extension FieldValue {
  /// The value as text.
  ///
  /// A list or an object is returned as JSON.
  fileprivate var text: String { scalarString ?? description }
}

/// The field of a record that describes the record best.
package struct RecordTitle {
  /// Names of fields that are suitable as titles, the best first, in lower case.
  ///
  /// The comparison is not case-sensitive.
  private static let names = [
    "title", "name", "label", "subject", "headline", "summary", "text", "message", "key", "path",
  ]

  /// The rank of a text field whose name is not in `names`.
  private static let anyText = names.count

  /// The maximum number of fields that are examined.
  private static let limit = 64

  /// The index of the field.
  package let index: Int

  /// The text of the title: the value of the field, after the field name if the value is not text.
  package let text: String

  /// Creates the title from the best of some fields.
  ///
  /// The result is `nil` if `fields` is empty.
  package init?(_ fields: [FieldValue.Field]) {
    let ranked = fields.prefix(Self.limit).indices.map { (rank: Self.rank(fields[$0]), index: $0) }
    guard let best = ranked.min(by: { $0.rank < $1.rank }) else { return nil }
    let field = fields[best.index]
    index = best.index
    // A number is unclear without its name. A field named `value` has no meaningful name.
    let isNamed = best.rank > Self.anyText && field.name != "value"
    let value = field.value.text
    text = isNamed ? field.name + (value.isEmpty ? "" : " " + value) : value
  }

  /// Returns the rank of a field; the field with the lowest rank is the best title.
  private static func rank(_ field: FieldValue.Field) -> Int {
    if let index = names.firstIndex(of: field.name.lowercased()), !field.value.isContainer {
      return index
    }
    if case .string(let text) = field.value, !text.isEmpty { return anyText }
    return anyText + (field.value.isContainer ? 2 : 1)
  }
}
