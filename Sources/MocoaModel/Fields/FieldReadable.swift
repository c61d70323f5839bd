internal import MocoaLanguage

/// A value whose parts can be read by name: what a record offers to templates and view models.
public protocol FieldReadable: Sendable {
  /// The names of the fields, in the order of the data.
  var fieldNames: [String] { get }

  /// The fields with their names, in the order of the data; names may repeat.
  var fields: [FieldValue.Field] { get }

  /// The value of the first field called `name`; nil when there is none.
  func field(_ name: String) -> FieldValue?

  /// Why the record could not be read, in one line; nil when it could.
  var problem: String? { get }

  /// What is wrong with the record though its fields could be read, in a few words; nil for nothing.
  var remark: String? { get }
}

extension FieldReadable {
  /// The fields by their names; of names that repeat, the first value each time.
  public var fields: [FieldValue.Field] {
    fieldNames.map { FieldValue.Field(name: $0, value: field($0) ?? .null) }
  }

  /// Nothing is wrong.
  public var problem: String? { nil }

  /// Nothing is wrong.
  public var remark: String? { nil }
}

/// A model that can be made from a record.
///
/// A module that registers such a model for a kind gets it decoded when the cell view model is
/// made; a record that cannot be decoded shows as a placeholder that names the field.
public protocol RecordDecodable {
  /// Makes the model from the fields of a record.
  ///
  /// - Throws: `FieldError`, or any error that describes itself in one line.
  init(_ record: some FieldReadable) throws
}

/// Why a field of a record could not be used.
public enum FieldError: Error, Equatable, CustomStringConvertible {
  /// The record has no such field.
  case missing(field: String)

  /// The field holds something else than was expected.
  case mismatch(field: String, expected: String, found: FieldValue)

  /// One line that names the field.
  public var description: String {
    switch self {
    case .missing(let field): phrase("field \"\(field)\" is missing")
    case .mismatch(let field, let expected, let found):
      phrase("field \"\(field)\" is not \(expected): \(found.summary(limit: 40))")
    }
  }
}

extension FieldReadable {
  /// The text of a field that must be there.
  public func text(_ name: String) throws(FieldError) -> String {
    switch field(name) {
    case .text(let text)?: return text
    case let other?: throw .mismatch(field: name, expected: phrase("text"), found: other)
    case nil: throw .missing(field: name)
    }
  }

  /// The whole number of a field that must be there.
  public func integer(_ name: String) throws(FieldError) -> Int {
    switch field(name) {
    case .int(let value)?: return Int(value)
    case let other?: throw .mismatch(field: name, expected: phrase("a whole number"), found: other)
    case nil: throw .missing(field: name)
    }
  }

  /// The text of a field that may be missing or null.
  public func optionalText(_ name: String) throws(FieldError) -> String? {
    switch field(name) {
    case nil, .null?: nil
    default: try text(name)
    }
  }

  /// The whole number of a field that may be missing or null.
  public func optionalInteger(_ name: String) throws(FieldError) -> Int? {
    switch field(name) {
    case nil, .null?: nil
    default: try integer(name)
    }
  }

  /// The values of a field that must be a list.
  public func list(_ name: String) throws(FieldError) -> [FieldValue] {
    switch field(name) {
    case .list(let values)?: return values
    case let other?: throw .mismatch(field: name, expected: phrase("a list"), found: other)
    case nil: throw .missing(field: name)
    }
  }
}

extension FieldValue: FieldReadable {
  /// The names of an object's fields; empty for any other value.
  public var fieldNames: [String] {
    guard case .object(let fields) = self else { return [] }
    return fields.map(\.name)
  }

  /// The fields of an object; empty for any other value.
  public var fields: [Field] {
    guard case .object(let fields) = self else { return [] }
    return fields
  }

  /// The value of the object's first field called `name`: of those bytes, however alike others look.
  public func field(_ name: String) -> FieldValue? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}
