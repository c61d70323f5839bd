/// How records stand in a source.
enum RecordForm: Sendable {
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
}
