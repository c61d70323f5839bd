public import MocoaModel

/// One record of a source: a value, made when it is looked at.
///
/// A record that cannot be read is one as well, at its place, with a `problem`. Repeated identities
/// are not told apart yet: their `occurrence` is 0.
public struct Record: CellModel, FieldReadable {
  /// Which record this is: a seeded hash of its identity.
  public let itemID: ItemID

  /// The name of the module that shows it: the text of its kind field; empty for the default one.
  public let moduleName: String

  /// Its place among the records of its source, from 0; nil where it has no place of its own, as what
  /// a command prints.
  public let position: Int?

  /// Its name, where the source is a JSON object.
  public let name: String?

  /// The value; null where there is a problem, or an excerpt.
  public let value: FieldValue

  /// What holds other values, by the first byte of its text; nil for a scalar or a problem.
  public let container: Container?

  /// The beginning of a list or an object that is too large to be made a value only to be shown.
  ///
  /// Ends with `…`; nil for any other record. `pointer` opens the record, as it does a small one.
  public let excerpt: String?

  /// Where it is in its file, as a JSON pointer; nil where `position` is.
  public let pointer: String?

  /// Why it could not be read, in one line; nil when it could.
  public let problem: String?

  /// What is wrong with it though it could be read, in a few words; nil for nothing.
  public let remark: String?

  /// The beginning of its text, where it could not be read.
  let raw: String

  let contentHash: UInt64
  let bytes: RecordBytes

  /// The bytes of the record as they stand in the source; nil where they are gone.
  public func sourceBytes() -> [UInt8]? { bytes.read(contentHash) }

  /// Whether the content is the same, by its hash.
  public func isContentEqual(to other: any CellModel) -> Bool {
    (other as? Record)?.contentHash == contentHash
  }

  // MARK: - Fields

  /// The names of an object's fields; of any other value `name`, where it has one, and `value`.
  ///
  /// Where there is an excerpt, `value` is that, as a text: it is to be read, not to be quoted.
  public var fieldNames: [String] {
    if problem != nil { return ["raw"] }
    if case .object = value, name == nil { return value.fieldNames }
    return name == nil ? ["value"] : ["name", "value"]
  }

  /// The fields with their values, also where a name repeats.
  public var fields: [FieldValue.Field] {
    if problem == nil, name == nil, case .object(let fields) = value { return fields }
    return fieldNames.map { FieldValue.Field(name: $0, value: field($0) ?? .null) }
  }

  /// The value of a field.
  public func field(_ field: String) -> FieldValue? {
    if problem != nil { return field == "raw" ? .text(raw) : nil }
    if case .object = value, name == nil { return value.field(field) }
    switch field {
    case "name": return name.map { .text($0) }
    case "value": return excerpt.map { .text($0) } ?? value
    default: return nil
    }
  }
}

/// Where the bytes of a record are.
struct RecordBytes: Sendable {
  let file: FileBytes
  let range: Range<Int>

  /// How they stand there.
  let form: RecordForm

  /// The bytes; nil where they cannot be read any more, or others stand there.
  func read(_ contentHash: UInt64) -> [UInt8]? {
    guard let bytes = file.read(range) else { return nil }
    let hash =
      range.count > RecordChunk.parseLimit
      ? LineIndexer.contentHash(
        ofLong: bytes.prefix(LineIndexer.headSize), length: range.count, form)
      : LineIndexer.contentHash(of: bytes[...], form)
    return hash == contentHash ? bytes : nil
  }
}
