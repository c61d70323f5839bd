/// How records stand in a source.
enum RecordForm: Sendable {
  /// One a line.
  case lines

  /// As the elements of an array.
  case elements

  /// As the members of an object.
  case members

  /// As a single value.
  case single
}
