import MocoaTerminal

@testable import MocoaNcurses

extension FuzzTarget {
  /// A target for terminal input.
  ///
  /// Text must arrive unchanged, and the decoder must accept keys after any input.
  static let keys = FuzzTarget(name: "keys") { bytes in
    var decoder = KeyDecoder()
    var inputs: [TerminalInput] = []
    for byte in bytes { decoder.feed(.byte(byte), into: &inputs) }
    decoder.flushTimeout(into: &inputs)
    try expect(inputs.count <= bytes.count, "\(inputs.count) inputs of \(bytes.count) bytes")
    if let text = text(of: bytes),
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "\u{7F}" }),
      !text.unicodeScalars.contains(where: { (0x80..<0xA0).contains($0.value) })
    {
      let typed = text.unicodeScalars.map { TerminalInput.key(.character($0)) }
      try expect(inputs == typed, "\(text) is typed as \(inputs)")
    }
    // ^C ends a paste. An unfinished sequence consumes at most one more key.
    decoder.feed(.byte(3), into: &inputs)
    decoder.flushTimeout(into: &inputs)
    for _ in 0..<3 {
      decoder.feed(.byte(UInt8(ascii: "q")), into: &inputs)
      decoder.flushTimeout(into: &inputs)
    }
    try expect(inputs.last == .key(.character("q")), "deaf after \(bytes)")
  }
}
