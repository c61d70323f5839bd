/// What a source is told about its records.
public struct RecordOptions: Sendable, Hashable {
  /// The field that identifies a record; `#` for its position.
  ///
  /// Nil for the field `id` where there is one, else the whole value.
  public var idField: String?

  /// The field whose value is the name of the record's cell module; nil for none.
  public var kindField: String?

  /// Options.
  public init(idField: String? = nil, kindField: String? = nil) {
    self.idField = idField
    self.kindField = kindField
  }

  /// The rule that the index takes identities by.
  var identity: LineIndexer.Identity {
    idField == "#" ? .position : .field(idField ?? "id")
  }
}
