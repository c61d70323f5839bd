/// The layout of the records in a source, which determines where a record begins and ends.
enum RecordLayout: Equatable, Sendable {
  /// One record on each line.
  case lines

  /// The elements of an array.
  case elements

  /// The members of an object.
  case members

  /// A sequence of values separated by whitespace.
  case values

  /// A single value.
  case single

  /// Lines of text that are not JSON.
  case text

  /// Rows of delimited text.
  case delimited(DelimitedTable)
}

extension RecordLayout {
  /// Creates the layout of the container that a bracket opens, or returns `nil` for any other byte.
  init?(openedBy byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): self = .elements
    case UInt8(ascii: "{"): self = .members
    default: return nil
    }
  }

  /// The table of the rows if the records are rows of delimited text; otherwise `nil`.
  var table: DelimitedTable? {
    if case .delimited(let table) = self { table } else { nil }
  }
}
