extension UInt8 {
  /// The lowercase form of the byte if it is an uppercase ASCII letter, otherwise the byte itself.
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
