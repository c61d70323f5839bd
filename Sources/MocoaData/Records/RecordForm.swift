/// How records stand in a source.
enum RecordForm: Equatable, Sendable {
  /// One a line.
  case lines

  /// As the elements of an array.
  case elements

  /// As the members of an object.
  case members

  /// Behind each other, with white space between them.
  case values

  /// As a single value.
  case single

  /// As lines of text, which are no JSON.
  case text

  /// As rows of delimited text.
  case delimited(DelimitedTable)
}

extension RecordForm {
  /// How records stand in what a bracket opens; nil for any other byte.
  init?(openedBy byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): self = .elements
    case UInt8(ascii: "{"): self = .members
    default: return nil
    }
  }

  /// How the rows are written, where records are rows of delimited text.
  var table: DelimitedTable? {
    if case .delimited(let table) = self { table } else { nil }
  }
}
