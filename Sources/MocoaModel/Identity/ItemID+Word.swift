extension ItemID {
  /// The kinds of identities that fit into one machine word and can be compared as such.
  public enum WordKind: Sendable {
    /// A 64-bit integer, stored as its bit pattern.
    case integer

    /// A hash of content.
    case hash
  }

  /// The identity as a word, or `nil` if it is not a word or repeats an earlier identity.
  var word: (kind: WordKind, bits: UInt64)? {
    guard occurrence == 0 else { return nil }
    return switch storage {
    case .integer(let value): (.integer, UInt64(bitPattern: value))
    case .hash(let value): (.hash, value)
    case .number, .large, .text: nil
    }
  }
}
