public import MocoaModel

/// A record of a source, which is created when it is displayed.
///
/// If the bytes of a record cannot be read or parsed, the record has an `errorMessage` and no
/// value. If several records have the same identity, the `occurrence` of each `itemID` is 0.
public struct Record: CellModel, FieldReadable {
  /// The identity of the record, which is a seeded hash.
  public let itemID: ItemID

  /// The name of the module that displays the record.
  ///
  /// It is the text of the record's kind field, or empty for the default module.
  public let moduleName: String

  /// The index of the record in its source, from 0, or `nil` if the source has no stable indexes,
  /// such as the output of a command.
  public let position: Int?

  /// The name of the record if the source is a JSON object, otherwise `nil`.
  public let name: String?

  /// The value of the record.
  ///
  /// It is null if the record has an `errorMessage` or a `truncatedText`.
  public let value: FieldValue

  /// The kind of the container that the first byte of the record begins.
  ///
  /// `nil` for a scalar or an unreadable record.
  public let container: ContainerKind?

  /// The beginning of an array or object that is too large to be parsed for display, or `nil` for
  /// other records.
  ///
  /// The text ends with `…`. The record can be opened by its `pointer`, as any other record can.
  public let truncatedText: String?

  /// The location of the record in its file as a JSON pointer, or `nil` if `position` is `nil`.
  public let pointer: String?

  /// A one-line message if the record cannot be read, otherwise `nil`.
  public let errorMessage: String?

  /// A short warning about a record whose fields are readable, or `nil` if the record is valid.
  public let warningMessage: String?

  /// The beginning of the text of a record that cannot be read.
  let raw: String

  let contentHash: UInt64
  let bytes: RecordBytes

  /// Returns the bytes of the record as they are in the source, or `nil` if they have changed or
  /// cannot be read.
  public func sourceBytes() -> [UInt8]? { bytes.read(contentHash) }

  /// Returns `true` if the content hashes are equal.
  public func isContentEqual(to other: any CellModel) -> Bool {
    (other as? Record)?.contentHash == contentHash
  }

  // MARK: - Fields

  /// The names of the fields of an object.
  ///
  /// For other values the names are `value` and, if the record has a name, `name`.
  ///
  /// If the record has a `truncatedText`, `value` is that text, for display only.
  public var fieldNames: [String] {
    if errorMessage != nil { return ["raw"] }
    if case .object = value, name == nil { return value.fieldNames }
    return name == nil ? ["value"] : ["name", "value"]
  }

  /// The fields and their values, including fields with repeated names.
  public var fields: [FieldValue.Field] {
    if errorMessage == nil, name == nil, case .object(let fields) = value { return fields }
    return fieldNames.map { FieldValue.Field(name: $0, value: field($0) ?? .null) }
  }

  /// Returns the value of a field, or `nil` if the record does not have it.
  public func field(_ field: String) -> FieldValue? {
    if errorMessage != nil { return field == "raw" ? .string(raw) : nil }
    if case .object = value, name == nil { return value.field(field) }
    switch field {
    case "name": return name.map { .string($0) }
    case "value": return truncatedText.map { .string($0) } ?? value
    default: return nil
    }
  }
}

/// The location of the bytes of a record.
struct RecordBytes: Sendable {
  let file: FileBytes
  let range: Range<Int>

  /// The record layout of the source, which determines where a record ends.
  let layout: RecordLayout

  /// Reads the bytes.
  ///
  /// - Parameter contentHash: The content hash of the record in the index.
  /// - Returns: `nil` if the bytes cannot be read any more or have another content hash.
  func read(_ contentHash: UInt64) -> [UInt8]? {
    guard let bytes = file.read(range) else { return nil }
    let hash =
      range.count > RecordChunk.parseLimit
      ? LineIndexer.contentHash(
        ofLong: bytes.prefix(LineIndexer.headSize), length: range.count, layout)
      : LineIndexer.contentHash(of: bytes[...], layout)
    return hash == contentHash ? bytes : nil
  }
}

/// The kind of a value that contains other values.
public enum ContainerKind: Sendable, Hashable {
  /// Ordered values.
  case array

  /// Named values.
  case object
}
