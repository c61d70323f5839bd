extension UInt8 {
  /// The byte of the small letter, where it is that of a capital of ASCII.
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
