internal import MocoaLanguage

/// What the C library would need to compile a regular expression, and to find it.
///
/// It writes out what is repeated: `a{1,32767}` takes it seconds and gigabytes. And with a
/// reference to a group it may look for longer than anybody waits.
enum ExpressionCost {
  /// So many places an expression may have, with all repetitions written out.
  private static let limit = 2000

  /// Why a text is no expression to be compiled; nil where it may be.
  static func problem(of text: String) -> String? {
    if text.utf8.count > limit { return phrase("an expression of more than \(limit) bytes") }
    // How many places each open group has, the innermost last, and what stands before the next sign.
    var groups = [0]
    var total = 0
    var atom = 0
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      var more = 1
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "?"): more = 0
      case UInt8(ascii: "+"):
        // It is written out as `xx*`.
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
        // What stands in front is there as often as the larger number says.
        more = atom * (copies(in: &bytes) - 1)
        atom += more
      case UInt8(ascii: "\\"):
        if let next = bytes.popFirst(), (0x31...0x39) ~= next {
          return phrase("no expression: \\\(next - 0x30) is not known here")
        }
        atom = 1
      case UInt8(ascii: "["):
        skipBracket(&bytes)
        atom = 1
      default: atom = 1
      }
      groups[groups.count - 1] += more
      total += more
      if total > limit { return phrase("an expression that repeats too much") }
    }
    return nil
  }

  /// How often what stands in front of `2,5}` is written out: by the larger number, and once more where
  /// there is no end to it, as in `2,}`.
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

  /// Goes behind the ] of a [, which may itself be the first in it.
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
