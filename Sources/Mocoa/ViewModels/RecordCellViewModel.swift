internal import MocoaLanguage
public import MocoaModel

/// The view model that shows any record: a title picked from its fields, and the rest as details.
@MainActor
open class RecordCellViewModel: AnyCellViewModel {
  /// The record.
  public private(set) final var record: any CellModel & FieldReadable

  /// The content, once it was asked for: a record may be long, and is drawn with every frame.
  private var madeContent: TextContent?

  /// A view model of a record.
  public required init(record: any CellModel & FieldReadable) {
    self.record = record
    super.init()
  }

  /// Makes a view model for any element that has fields.
  open override class func make(from element: any CellModel) throws -> AnyCellViewModel {
    guard let record = element as? any CellModel & FieldReadable else {
      throw ModelError.mismatch(expected: phrase("record"), found: "\(type(of: element))")
    }
    return Self(record: record)
  }

  /// Takes over the record's new content.
  open override func adopt(_ element: any CellModel) throws {
    guard let record = element as? any CellModel & FieldReadable else {
      throw ModelError.mismatch(expected: phrase("record"), found: "\(type(of: element))")
    }
    self.record = record
    madeContent = nil
  }

  /// The record.
  public final override var element: (any CellModel)? { record }

  /// True: this is what shows a record that has no module of its own.
  open override var isGeneric: Bool { true }

  /// The title, and the other fields with their names; nothing is left out.
  open override var content: TextContent? {
    if let madeContent { return madeContent }
    let content = makeContent()
    madeContent = content
    return content
  }

  private func makeContent() -> TextContent {
    if let problem = TextContent(problemOf: record) { return problem }
    let fields = record.fields
    guard let title = RecordTitle(fields) else {
      return TextContent([.init(phrase("(empty)"), .detail)])
    }
    // A member of an object has its name as title; its value needs no name of its own.
    let isMember = fields.map(\.name) == ["name", "value"]
    let details = fields.indices.filter { $0 != title.index }.map { index in
      let text = fields[index].value.text
      return isMember ? text : "\(fields[index].name) \(text)"
    }
    let detail = details.joined(separator: " · ")
    let titleSpan = TextContent.Span(title.text, .title)
    return TextContent(
      detail.isEmpty ? [titleSpan] : [titleSpan, .init(detail, .detail)],
      trailing: record.remark.map { [.init("✗ \($0)", .warning)] } ?? [])
  }
}

extension TextContent {
  /// Why a record could not be read, and what is there instead; nil where it could.
  init?(problemOf record: any FieldReadable) {
    guard let problem = record.problem else { return nil }
    let raw = record.field("raw")?.scalarText ?? ""
    self.init([.init("✗ \(problem)", .warning), .init(raw, .detail)])
  }
}

extension FieldValue {
  /// A value as text: scalars as they are, others as JSON.
  fileprivate var text: String { scalarText ?? description }
}

/// The field of a record that says best what the record is.
struct RecordTitle {
  /// Names that say what a thing is called, the best first; compared without case.
  private static let names = [
    "title", "name", "label", "subject", "headline", "summary", "text", "message", "key", "path",
  ]

  /// The rank of text that is called something else.
  private static let anyText = names.count

  /// How many fields are considered.
  private static let limit = 64

  /// The place of the field.
  let index: Int

  /// What it holds, as text.
  let text: String

  /// Picks the title among fields; nil where there is none.
  init?(_ fields: [FieldValue.Field]) {
    let ranked = fields.prefix(Self.limit).indices.map { (rank: Self.rank(fields[$0]), index: $0) }
    guard let best = ranked.min(by: { $0.rank < $1.rank }) else { return nil }
    let field = fields[best.index]
    index = best.index
    // A bare number says nothing; the value of something that has no fields is all there is to say.
    let isNamed = best.rank > Self.anyText && field.name != "value"
    let value = field.value.text
    text = isNamed ? field.name + (value.isEmpty ? "" : " " + value) : value
  }

  /// How well a field says it: the lower, the better.
  private static func rank(_ field: FieldValue.Field) -> Int {
    if let place = names.firstIndex(of: field.name.lowercased()), !field.value.isContainer {
      return place
    }
    if case .text(let text) = field.value, !text.isEmpty { return anyText }
    return anyText + (field.value.isContainer ? 2 : 1)
  }
}
