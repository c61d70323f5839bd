internal import MocoaLanguage
internal import CSimdjson
public import MocoaModel

/// Parsing of whole JSON texts.
///
/// The rules are RFC 8259's, strictly, for one value surrounded by white space. Names may repeat
/// and keep their order. Half a surrogate pair is refused, since no text can hold it.
public enum JSON {
  /// So many containers may stand in one another.
  static let deepest = 1024

  /// The reason of an error about depth.
  static var tooDeep: String { phrase("nested deeper than 1,024 levels") }

  /// Parses one JSON value.
  ///
  /// Whole numbers are `int` where 64 bits hold them (`-0` is 0), others are `double`; a number
  /// that neither holds is a `decimal` with its digits, never an error.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> FieldValue {
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try parse(buffer) }
    }.get()
  }

  /// Parses one JSON value; the bytes are copied once, since simdjson reads past their end.
  static func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> FieldValue {
    let text = mocoa_json_open(bytes.bytePointer, bytes.count, deepest)
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

  /// Tells whether the bytes are one JSON value, and where they stop being one.
  ///
  /// The bytes are copied once, as by `parse`, but nothing is made of them. More bytes than
  /// simdjson can take (4 GB) are left to the scanner, which is slower.
  static func validate(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
    var reason: UnsafePointer<CChar>?
    switch mocoa_json_validate(bytes.bytePointer, bytes.count, deepest, &reason) {
    case .accepted: return
    case .too_large:
      if let error = JSONScanner.firstError(in: bytes) { throw error }
    case .refused, .too_deep:
      throw located(bytes, reason: reason.map { String(cString: $0) } ?? "refused")
    }
  }

  /// The scanner's error for bytes that simdjson refused; simdjson's own reason, at the start,
  /// should the scanner find nothing wrong.
  private static func located(_ bytes: UnsafeRawBufferPointer, reason: String) -> JSONError {
    if let error = JSONScanner.firstError(in: bytes) { return error }
    let line = reason.prefix { $0 != "\n" }
    return JSONError(offset: 0, line: 1, column: 1, reason: String(line))
  }
}

extension UnsafeRawBufferPointer {
  /// The address of the first byte, as C takes it.
  var bytePointer: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
