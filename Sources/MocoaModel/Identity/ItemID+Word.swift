extension ItemID {
  /// The kinds of identities that are one word, and so can be compared without being made.
  public enum WordKind: Sendable {
    /// Integers of 64 bits, by their bit pattern.
    case integer

    /// Hashes of content.
    case hash
  }

  /// The identity as a word; nil where it is none, or one that repeats.
  var word: (kind: WordKind, bits: UInt64)? {
    guard occurrence == 0 else { return nil }
    return switch form {
    case .integer(let value): (.integer, UInt64(bitPattern: value))
    case .hash(let value): (.hash, value)
    case .number, .large, .text: nil
    }
  }
}
