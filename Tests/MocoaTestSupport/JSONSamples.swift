/// Parts of JSON texts for tests with random input.
public enum JSONSamples {
  /// The bytes to which JSON gives a meaning, and some that it forbids.
  public static let bytes =
    Array("\"\\{}[]:,tfnu0123456789eE+-.dc8x/ \t\n\r\u{1}\u{0}".utf8) + [0x80, 0xC3, 0xFF]
}
