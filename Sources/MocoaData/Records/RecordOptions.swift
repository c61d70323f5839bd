/// What a source is told about its records.
public struct RecordOptions: Sendable, Hashable {
  /// The field that identifies a record; `#` for its position.
  ///
  /// Nil for the field `id` where there is one, else the whole value.
  public var idField: String?

  /// The field whose value is the name of the record's cell module; nil for none.
  public var kindField: String?

  /// What stands between the cells of a row, where the text is delimited; nil to find that out.
  public var delimiter: Unicode.Scalar?

  /// Whether the first row of a delimited text names its columns; nil to find that out.
  public var hasHeader: Bool?

  /// Whether records are lines of text, whatever stands in them; false to find that out.
  public var areLines: Bool

  /// Options.
  public init(
    idField: String? = nil, kindField: String? = nil, delimiter: Unicode.Scalar? = nil,
    hasHeader: Bool? = nil, areLines: Bool = false
  ) {
    self.idField = idField
    self.kindField = kindField
    self.delimiter = delimiter
    self.hasHeader = hasHeader
    self.areLines = areLines
  }

  /// The delimiter that a word names: one ASCII character that is no quote and no line end; `tab` and
  /// `\t` for a tab.
  public static func delimiter(_ word: String) -> Unicode.Scalar? {
    if word == "tab" || word == "\\t" { return "\t" }
    guard let scalar = word.unicodeScalars.first, word.unicodeScalars.count == 1,
      isDelimiter(scalar)
    else { return nil }
    return scalar
  }

  private static func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar != "\"" && scalar != "\n" && scalar != "\r" && scalar != "\0"
  }

  /// The delimiter as a byte; nil where none is given that could be one.
  var delimiterByte: UInt8? {
    delimiter.flatMap { Self.isDelimiter($0) ? UInt8(ascii: $0) : nil }
  }

  /// The rule that the index takes identities by.
  var identity: LineIndexer.Identity {
    idField == "#" ? .position : .field(idField ?? "id")
  }
}
