public import MocoaModel

/// The view model that shows any record: a title picked from its fields, and the rest as details.
@MainActor
open class RecordCellViewModel: AnyCellViewModel {
  /// How many fields are shown as details; a record may have a million.
  nonisolated static let detailLimit = 64

  /// How much of a value that holds others is shown; it opens as a list of its own.
  nonisolated static let containerLimit = 200

  /// The record.
  public private(set) final var record: any CellModel & FieldReadable

  /// A view model of a record.
  public required init(record: any CellModel & FieldReadable) {
    self.record = record
    super.init()
  }

  /// Makes a view model for any element that has fields.
  open override class func make(from element: any CellModel) throws -> AnyCellViewModel {
    guard let record = element as? any CellModel & FieldReadable else {
      throw ModelError.mismatch(expected: "record", found: "\(type(of: element))")
    }
    return Self(record: record)
  }

  /// Takes over the record's new content.
  open override func adopt(_ element: any CellModel) throws {
    guard let record = element as? any CellModel & FieldReadable else {
      throw ModelError.mismatch(expected: "record", found: "\(type(of: element))")
    }
    self.record = record
  }

  /// The record.
  public final override var element: (any CellModel)? { record }

  /// True: this is what shows a record that has no module of its own.
  open override var isGeneric: Bool { true }

  /// The title, and the other fields with their names.
  open override var content: TextContent? {
    if let problem = record.problem {
      let raw = record.field("raw")?.scalarText ?? ""
      return TextContent([.init("✗ \(problem)", .warning), .init(raw, .detail)])
    }
    guard let title = RecordTitle(record) else {
      return TextContent([.init("(empty)", .detail)])
    }
    var details: [String] = []
    let names = record.fieldNames
    let isMember = names == ["name", "value"]
    for name in names where name != title.field {
      if details.count == Self.detailLimit {
        details.append("…")
        break
      }
      guard let value = record.field(name) else { continue }
      let text = Self.text(of: value)
      // A member of an object has its name as title; its value needs no name of its own.
      details.append(isMember ? text : "\(name) \(text)")
    }
    let detail = details.joined(separator: " · ")
    let titleSpan = TextContent.Span(title.text, .title)
    return TextContent(detail.isEmpty ? [titleSpan] : [titleSpan, .init(detail, .detail)])
  }
}

extension RecordCellViewModel {
  /// A value as text: scalars whole, others as the beginning of their JSON.
  nonisolated static func text(of value: FieldValue) -> String {
    value.scalarText ?? value.summary(limit: containerLimit)
  }
}

/// The field of a record that says best what the record is.
struct RecordTitle {
  /// Names that say what a thing is called, the best first; compared without case.
  static let names = [
    "title", "name", "label", "subject", "headline", "summary", "text", "message", "key", "path",
  ]

  /// The name of the field; nil when the record is one value without a name.
  let field: String

  /// What it holds, as text.
  let text: String

  /// Picks the title of a record; nil where it has no field at all.
  init?(_ record: some FieldReadable) {
    var best: (rank: Int, field: String, text: String)?
    for name in record.fieldNames.prefix(RecordCellViewModel.detailLimit) {
      guard let value = record.field(name) else { continue }
      let rank: Int
      if let place = Self.names.firstIndex(of: name.lowercased()), value.scalarText != nil {
        rank = place
      } else if case .text(let text) = value, !text.isEmpty {
        rank = 100
      } else {
        rank = value.isContainer ? 102 : 101
      }
      if rank < best?.rank ?? .max {
        best = (rank, name, RecordCellViewModel.text(of: value))
      }
    }
    guard let best else { return nil }
    (field, text) = (best.field, best.text)
  }
}
