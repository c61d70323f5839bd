package import MocoaModel

/// An item whose exact content differs from its fields for display.
///
/// An item that is displayed as truncated text, for example, is exported in full.
package protocol ExportableItem: FieldReadable {
  /// All complete fields.
  var allFields: [FieldValue.Field] { get }

  /// The item as JSON on one line.
  var jsonLine: [UInt8] { get }

  /// The item on one line as it is written in its source.
  var sourceLine: [UInt8] { get }

  /// The column names if the item is a row of a table, otherwise `nil`.
  var columnNames: [String]? { get }

  /// A Boolean value that indicates whether the source distinguishes empty text from no value.
  var distinguishesEmptyText: Bool { get }

  /// A Boolean value that indicates whether the item is a member of an object, with a name and a
  /// value.
  var isMember: Bool { get }

  /// A Boolean value that indicates whether the content is no longer in the source.
  var isLost: Bool { get }

  /// The name of the item for display if its path is not valid UTF-8, otherwise `nil`.
  var invalidName: String? { get }

  /// Returns the first fields of an item that is displayed as truncated text, and whether these are
  /// all fields.
  ///
  /// - Returns: `nil` for other items, and for items that exceed the limit for reading.
  func firstFields(upTo limit: Int) -> (fields: [FieldValue.Field], areAll: Bool)?

  /// Returns `true` if the fields are available without reading more of the item.
  ///
  /// - Parameter readsAll: A Boolean value that indicates whether the complete item may be read.
  func hasLoadedFields(readsAll: Bool) -> Bool

  /// Returns the values of some columns of a row, or `nil` for other items.
  func cells(ofColumns names: some Sequence<String>) -> [FieldValue?]?

  /// Returns the bytes of the text at a path if they differ from its value, otherwise `nil`.
  func exactText(at path: String) -> [UInt8]?
}

extension ExportableItem {
  package var allFields: [FieldValue.Field] { fields }

  package var jsonLine: [UInt8] { CompactJSON.bytes(of: allFields) }

  package var sourceLine: [UInt8] { jsonLine }

  package var columnNames: [String]? { nil }

  package var distinguishesEmptyText: Bool { true }

  package var isMember: Bool { false }

  package var isLost: Bool { false }

  package var invalidName: String? { nil }

  package func firstFields(
    upTo limit: Int
  ) -> (fields: [FieldValue.Field], areAll: Bool)? { nil }

  package func hasLoadedFields(readsAll: Bool) -> Bool { true }

  package func cells(ofColumns names: some Sequence<String>) -> [FieldValue?]? { nil }

  package func exactText(at path: String) -> [UInt8]? { nil }
}
