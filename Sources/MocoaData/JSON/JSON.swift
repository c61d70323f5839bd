internal import CSimdjson
public import MocoaJSON
public import MocoaModel

/// Parses and validates complete JSON texts.
///
/// The rules are those of RFC 8259, applied strictly, for one value surrounded by whitespace. Names
/// may repeat and keep their order. An unpaired surrogate is an error, because a Swift string
/// cannot represent it.
public enum JSON {
  /// The maximum nesting depth of containers.
  static let maxDepth = CompactJSON.deepest

  /// Parses one JSON value.
  ///
  /// Integers that fit into 64 bits become `int`, except `-0`. Another number becomes `double` if
  /// the text of the `double` is the same as in the JSON. Otherwise, it becomes `decimal`, which
  /// keeps its digits. A number is never too large.
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

extension JSON {
  /// Parses the bytes of an array slice.
  static func parse(_ slice: ArraySlice<UInt8>) throws(JSONError) -> FieldValue {
    // `withUnsafeBytes` does not preserve the error type of its closure.
    let result = slice.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try parse(buffer) }
    }
    return try result.get()
  }

  /// Validates the bytes of an array slice.
  static func validate(_ slice: ArraySlice<UInt8>) throws(JSONError) {
    let result = slice.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try validate(buffer) }
    }
    try result.get()
  }
}

/// Creates a value from the events that simdjson reports for a text.
///
/// It is iterative, so that nested data cannot overflow the stack.
struct JSONBuilder {
  /// An array or object whose end has not been reached.
  private struct Frame {
    var values: [FieldValue] = []
    var fields: [FieldValue.Field] = []
    var name = ""
    var isObject: Bool
  }

  private var frames: [Frame] = []
  private var result = FieldValue.null

  /// Returns the value that the events describe.
  static func value(of events: UnsafeBufferPointer<mocoa_json_event>) -> FieldValue {
    var builder = JSONBuilder()
    for event in events { builder.take(event) }
    return builder.result
  }

  private mutating func take(_ event: mocoa_json_event) {
    switch event.kind {
    case .null: add(.null)
    case .false: add(.bool(false))
    case .true: add(.bool(true))
    case .int: add(.int(event.number.integer))
    case .double: add(.double(event.number.real))
    case .long_number: add(FieldValue(digits: event.string))
    case .text: add(.string(event.string))
    case .name: frames[frames.count - 1].name = event.string
    case .list:
      frames.append(Frame(isObject: false))
      frames[frames.count - 1].values.reserveCapacity(Int(event.number.length))
    case .object:
      frames.append(Frame(isObject: true))
      frames[frames.count - 1].fields.reserveCapacity(Int(event.number.length))
    case .list_end, .object_end:
      guard let frame = frames.popLast() else { return }
      add(frame.isObject ? .object(frame.fields) : .array(frame.values))
    }
  }

  private mutating func add(_ value: FieldValue) {
    let top = frames.count - 1
    if top < 0 {
      result = value
    } else if frames[top].isObject {
      frames[top].fields.append(FieldValue.Field(name: frames[top].name, value: value))
    } else {
      frames[top].values.append(value)
    }
  }
}

extension mocoa_json_event {
  /// The text that the event refers to.
  fileprivate var string: String {
    String(
      decoding: UnsafeBufferPointer(start: text, count: Int(number.length)), as: UTF8.self)
  }
}
