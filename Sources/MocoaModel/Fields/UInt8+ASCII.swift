extension UInt8 {
  /// The lowercase form of the byte if it is an uppercase ASCII letter, otherwise the byte itself.
  @inlinable package var asciiLowercased: UInt8 {
    (0x41...0x5A).contains(self) ? self | 0x20 : self
  }

  /// A Boolean value that indicates whether the byte is JSON whitespace.
  @inlinable package var isJSONBlank: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }

  /// A Boolean value that indicates whether the byte is one of `0` to `9`.
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

  /// The value of a hexadecimal digit, or `nil` for any other byte.
  @inlinable package var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}

extension UnsafeRawBufferPointer {
  /// A Boolean value that indicates whether the bytes are `null`.
  ///
  /// Sorting and comparing treat the text `null` as a missing value.
  @inlinable package var isNull: Bool { count == 4 && elementsEqual("null".utf8) }
}
