internal import MocoaLocalization

/// An estimate of the memory and time that the C library needs for a regular expression.
///
/// The library expands repetitions: `a{1,32767}` takes it seconds and gigabytes. An expression with
/// a back-reference may take exponential time.
enum ExpressionCost {
  /// The maximum number of atoms of an expression after its repetitions are expanded.
  private static let limit = 2000

  /// Returns the reason why an expression is too expensive to compile, or `nil` if it is not.
  static func problem(of text: String) -> String? {
    if text.utf8.count > limit {
      return localized("regular expression is longer than \(limit) bytes")
    }
    // The number of atoms in each open group, the innermost last, and in the atom before the next
    // character.
    var groups = [0]
    var total = 0
    var atom = 0
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      var more = 1
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "?"): more = 0
      case UInt8(ascii: "+"):
        // Expanded as `xx*`.
        more = atom
        atom += more
      case UInt8(ascii: "("):
        groups.append(0)
        (atom, more) = (0, 0)
      case UInt8(ascii: ")") where groups.count > 1:
        atom = groups.removeLast()
        more = atom
        total -= atom
      case UInt8(ascii: "{"):
        // The preceding atom is repeated as often as the larger number states.
        more = atom * (copies(in: &bytes) - 1)
        atom += more
      case UInt8(ascii: "\\"):
        if let next = bytes.popFirst(), (0x31...0x39) ~= next {
          return localized("invalid regular expression: unknown escape \\\(next - 0x30)")
        }
        atom = 1
      case UInt8(ascii: "["):
        skipBracket(&bytes)
        atom = 1
      default: atom = 1
      }
      groups[groups.count - 1] += more
      total += more
      if total > limit { return localized("regular expression is too complex") }
    }
    return nil
  }

  /// Returns the number of copies of the atom before `2,5}`: the larger number, plus one if the
  /// range is unbounded, as in `2,}`.
  private static func copies(in bytes: inout ArraySlice<UInt8>) -> Int {
    var (largest, number) = (1, 0)
    var isOpen = false
    while let byte = bytes.first, (0x30...0x39) ~= byte || byte == UInt8(ascii: ",") {
      bytes.removeFirst()
      isOpen = byte == UInt8(ascii: ",")
      number = byte == UInt8(ascii: ",") ? 0 : min(number * 10 + Int(byte - 0x30), 1 << 20)
      largest = max(largest, number)
    }
    if bytes.first == UInt8(ascii: "}") { bytes.removeFirst() }
    return isOpen ? largest + 1 : largest
  }

  /// Skips the rest of a bracket expression, including `]`.
  ///
  /// A `]` directly after the `[` is a member of it.
  private static func skipBracket(_ bytes: inout ArraySlice<UInt8>) {
    if bytes.first == UInt8(ascii: "^") { bytes.removeFirst() }
    if bytes.first == UInt8(ascii: "]") { bytes.removeFirst() }
    while let byte = bytes.popFirst(), byte != UInt8(ascii: "]") {
      // A class, as in [[:alpha:]].
      guard byte == UInt8(ascii: "["), let mark = bytes.first, ":.=".utf8.contains(mark) else {
        continue
      }
      while let inner = bytes.popFirst() {
        if inner == mark, bytes.first == UInt8(ascii: "]") {
          bytes.removeFirst()
          break
        }
      }
    }
  }
}
