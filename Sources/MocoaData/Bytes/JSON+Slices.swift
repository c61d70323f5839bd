internal import MocoaModel

extension JSON {
  /// Parses bytes of an array without copying them.
  static func parse(_ slice: ArraySlice<UInt8>) throws(JSONError) -> FieldValue {
    // `withUnsafeBytes` does not preserve the error type of its closure.
    let result = slice.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try parse(buffer) }
    }
    return try result.get()
  }

  /// Validates bytes of an array without copying them.
  static func validate(_ slice: ArraySlice<UInt8>) throws(JSONError) {
    let result = slice.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try validate(buffer) }
    }
    try result.get()
  }
}
