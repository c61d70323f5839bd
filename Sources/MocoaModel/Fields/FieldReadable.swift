internal import MocoaLocalization

/// A type with named fields, such as a record, which templates and view models read.
public protocol FieldReadable: Sendable {
  /// The names of the fields, in the order of the data.
  var fieldNames: [String] { get }

  /// The fields with their names, in the order of the data.
  ///
  /// Names may repeat.
  var fields: [FieldValue.Field] { get }

  /// Returns the value of the first field with a name, or `nil` if the name is missing.
  func field(_ name: String) -> FieldValue?

  /// The reason why the record could not be read, in one line, or `nil` if it is readable.
  var errorMessage: String? { get }

  /// A short warning about a record whose fields are readable, or `nil` if the record is valid.
  var warningMessage: String? { get }
}

extension FieldReadable {
  /// The fields, created from their names and the values that `field(_:)` returns.
  ///
  /// If a name repeats, each field with that name has the first value.
  public var fields: [FieldValue.Field] {
    fieldNames.map { FieldValue.Field(name: $0, value: field($0) ?? .null) }
  }

  /// `nil` by default, for a readable record.
  public var errorMessage: String? { nil }

  /// `nil` by default, for a valid record.
  public var warningMessage: String? { nil }
}

/// A type that can be created from a record.
///
/// If a module registers such a type as the model of a record kind, each record of the kind is
/// decoded when its cell view model is created. If a record cannot be decoded, a placeholder
/// appears that names the unusable field.
public protocol RecordDecodable {
  /// Creates the model from the fields of a record.
  ///
  /// - Throws: `FieldError`, or any error whose description fits on one line.
  init(_ record: some FieldReadable) throws
}

/// An error that describes why a field of a record could not be used.
public enum FieldError: Error, Equatable, CustomStringConvertible {
  /// A field that the record does not have.
  case missing(field: String)

  /// A field with a value of an unexpected type.
  case mismatch(field: String, expected: String, found: FieldValue)

  /// A description of the error in one line that names the field.
  public var description: String {
    switch self {
    case .missing(let field): localized("field \"\(field)\" is missing")
    case .mismatch(let field, let expected, let found):
      localized("field \"\(field)\" is not \(expected): \(found.summary(limit: 40))")
    }
  }
}

extension FieldReadable {
  /// Returns the string in a required field.
  ///
  /// - Throws: `FieldError` if the field is missing or does not contain a string.
  public func string(_ name: String) throws(FieldError) -> String {
    switch field(name) {
    case .string(let text)?: return text
    case let other?: throw .mismatch(field: name, expected: localized("text"), found: other)
    case nil: throw .missing(field: name)
    }
  }

  /// Returns the integer in a required field.
  ///
  /// - Throws: `FieldError` if the field is missing or does not contain an integer.
  public func integer(_ name: String) throws(FieldError) -> Int {
    switch field(name) {
    case .int(let value)?: return Int(value)
    case let other?:
      throw .mismatch(field: name, expected: localized("a whole number"), found: other)
    case nil: throw .missing(field: name)
    }
  }

  /// Returns the string in a field, or `nil` if the field is missing or null.
  ///
  /// - Throws: `FieldError` if the field contains any other value.
  public func optionalString(_ name: String) throws(FieldError) -> String? {
    switch field(name) {
    case nil, .null?: nil
    default: try string(name)
    }
  }

  /// Returns the integer in a field, or `nil` if the field is missing or null.
  ///
  /// - Throws: `FieldError` if the field contains any other value.
  public func optionalInteger(_ name: String) throws(FieldError) -> Int? {
    switch field(name) {
    case nil, .null?: nil
    default: try integer(name)
    }
  }

  /// Returns the elements of the array in a required field.
  ///
  /// - Throws: `FieldError` if the field is missing or does not contain an array.
  public func array(_ name: String) throws(FieldError) -> [FieldValue] {
    switch field(name) {
    case .array(let values)?: return values
    case let other?: throw .mismatch(field: name, expected: localized("a list"), found: other)
    case nil: throw .missing(field: name)
    }
  }
}

extension FieldValue: FieldReadable {
  /// The names of the fields if the value is an object.
  ///
  /// Empty for any other value.
  public var fieldNames: [String] {
    guard case .object(let fields) = self else { return [] }
    return fields.map(\.name)
  }

  /// The fields if the value is an object.
  ///
  /// Empty for any other value.
  public var fields: [Field] {
    guard case .object(let fields) = self else { return [] }
    return fields
  }

  /// Returns the value of the first field with a name if this value is an object, or `nil`.
  ///
  /// Names are compared by their bytes: canonically equivalent spellings are different names.
  public func field(_ name: String) -> FieldValue? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}
