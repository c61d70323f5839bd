package import MocoaModel

/// A type that provides the texts and fields of one item to filters and sort orders.
package protocol FilterSubject {
  /// Calls a closure with the text of each value of the item, until the closure returns `false`.
  func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool)

  /// Calls a closure with the text of each value in a field, until the closure returns `false`.
  ///
  /// - Returns: `true` if the field exists.
  func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool

  /// Calls a closure with a text that is equal for equal values of a field, and with its kind.
  ///
  /// For a list or an object, it is the JSON without whitespace.
  ///
  /// - Returns: `true` if the field exists.
  func withCanonicalText(ofField path: String, _ body: (UnsafeRawBufferPointer, ValueKind) -> Void)
    -> Bool

  /// Returns the value of a field, or `nil` if the field is missing or unreadable.
  func value(at path: String) -> FieldValue?

  /// Calls a closure with each field of the item, in order.
  func forEachField(_ body: FieldVisitor)
}

/// The kind of a value, which determines whether its text may be a number.
package enum ValueKind {
  case null

  /// A text, a list or an object.
  case text

  /// A number, a Boolean value, or a value of a table, which may be a number.
  case unquoted
}

/// A closure that receives one value of an item: the name of its field, its type and its text.
///
/// The type is `nil` for an empty value.
package typealias FieldVisitor = (UnsafeRawBufferPointer, FieldKind?, UnsafeRawBufferPointer) ->
  Void

/// The types of values that summaries distinguish.
package enum FieldKind: Int, Sendable, CaseIterable {
  case number, text, flag, list, object
}

extension String {
  /// Calls a closure with the bytes of the text, without a copy if they are contiguous.
  package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    let isDone: Void? = utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
    if isDone == nil { Array(utf8).withUnsafeBytes(body) }
  }
}
