internal import MocoaQuery

/// The options for reading the records of a source.
public struct RecordOptions: Sendable, Hashable {
  /// The field that identifies a record, or `#` for the index.
  ///
  /// If the value is `nil`, the field `id` identifies a record. If the record has no such field,
  /// its complete value identifies it.
  public var idField: String?

  /// The field that contains the name of the record's cell module, or `nil`.
  public var kindField: String?

  /// The delimiter between values if the input is delimited text, or `nil` to detect it.
  public var delimiter: Unicode.Scalar?

  /// A Boolean value that indicates whether the first row of delimited text contains the column
  /// names, or `nil` to detect it.
  public var hasHeader: Bool?

  /// A Boolean value that indicates whether each line is a record of text.
  ///
  /// If it is `false`, the format is detected.
  public var treatsInputAsLines: Bool

  /// Creates options.
  public init(
    idField: String? = nil, kindField: String? = nil, delimiter: Unicode.Scalar? = nil,
    hasHeader: Bool? = nil, areLines: Bool = false
  ) {
    self.idField = idField
    self.kindField = kindField
    self.delimiter = delimiter
    self.hasHeader = hasHeader
    self.treatsInputAsLines = areLines
  }

  /// Returns the delimiter for the text that the user entered, or `nil` if the text is invalid.
  ///
  /// The text is one ASCII character except a quote, a line end or NUL, or `tab` or `\t` for a tab.
  public static func delimiter(_ word: String) -> Unicode.Scalar? {
    FieldDelimiter.parse(word)
  }

  /// The delimiter as a byte, or `nil` if no valid delimiter is set.
  var delimiterByte: UInt8? {
    delimiter.flatMap { FieldDelimiter.isValid($0) ? UInt8(ascii: $0) : nil }
  }

  /// The rule that defines the identity of a record in the index.
  var identity: LineIndexer.Identity {
    idField == "#" ? .position : .field(idField ?? "id")
  }
}
