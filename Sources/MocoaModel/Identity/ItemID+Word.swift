extension ItemID {
  /// The kinds of identities that fit into one 64-bit word and are compared as words.
  public enum WordKind: Sendable {
    /// A 64-bit integer, stored as its bit pattern.
    case integer

    /// A hash of the content of a record.
    case hash
  }

  /// The identity as a word.
  ///
  /// `nil` if the identity does not fit into a word, or if its occurrence is not 0.
  var word: (kind: WordKind, bits: UInt64)? {
    guard occurrence == 0 else { return nil }
    return switch storage {
    case .integer(let value): (.integer, UInt64(bitPattern: value))
    case .hash(let value): (.hash, value)
    case .number, .large, .text: nil
    }
  }
}
