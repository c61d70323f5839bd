internal import MocoaLocalization
internal import CSimdjson
public import MocoaModel

/// Parses and validates complete JSON texts.
///
/// The rules are those of RFC 8259, applied strictly, for one value surrounded by whitespace. Names
/// may repeat and keep their order. An unpaired surrogate is an error, because a Swift string
/// cannot represent it.
public enum JSON {
  /// The maximum nesting depth of containers.
  static let maxDepth = CompactJSON.deepest

  /// The reason of an error about the nesting depth.
  static var tooDeep: String { localized("nested deeper than 1,024 levels") }

  /// Parses one JSON value.
  ///
  /// Integers that fit into 64 bits are `int`, except `-0`. Other numbers are `double` if that has
  /// the same text, and otherwise `decimal` with their digits. The size of a number is never an
  /// error.
  ///
  /// - Throws: ``JSONError`` if the bytes are not one JSON value.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> FieldValue {
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try parse(buffer) }
    }.get()
  }

  /// Parses one JSON value.
  ///
  /// The bytes are copied once, because simdjson reads past their end.
  static func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> FieldValue {
    let text = mocoa_json_open(bytes.bytePointer, bytes.count, maxDepth)
    defer { mocoa_json_close(text) }
    switch mocoa_json_result(text) {
    case .accepted:
      var count = 0
      let events = mocoa_json_events(text, &count)
      return JSONBuilder.value(of: UnsafeBufferPointer(start: events, count: count))
    case .refused, .too_deep, .too_large:
      throw located(bytes, reason: String(cString: mocoa_json_reason(text)))
    }
  }

  /// Checks that the bytes are one JSON value.
  ///
  /// The bytes are copied once, as in `parse`, but no value is created. If the bytes exceed the
  /// limit of simdjson (4 GB), the slower scanner checks them.
  ///
  /// - Throws: ``JSONError`` with the location of the first error.
  static func validate(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
    var reason: UnsafePointer<CChar>?
    switch mocoa_json_validate(bytes.bytePointer, bytes.count, maxDepth, &reason) {
    case .accepted: return
    case .too_large:
      if let error = JSONScanner.firstError(in: bytes) { throw error }
    case .refused, .too_deep:
      throw located(bytes, reason: reason.map { String(cString: $0) } ?? "refused")
    }
  }

  /// Returns the error that the scanner finds in bytes that simdjson rejects.
  ///
  /// If the scanner finds no error, the result is the reason of simdjson at the start of the text.
  private static func located(_ bytes: UnsafeRawBufferPointer, reason: String) -> JSONError {
    if let error = JSONScanner.firstError(in: bytes) { return error }
    let line = reason.prefix { $0 != "\n" }
    return JSONError(offset: 0, line: 1, column: 1, reason: String(line))
  }
}

extension UnsafeRawBufferPointer {
  /// The address of the first byte, with the type that the C functions expect.
  var bytePointer: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
