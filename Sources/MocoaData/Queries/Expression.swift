internal import MocoaLanguage
internal import Glibc

/// A regular expression, as the C library has them: POSIX, extended.
///
/// A word without capitals finds both cases, as elsewhere in a filter.
final class Expression: @unchecked Sendable {
  // Sendable, because what is compiled is only read, which the C library allows on several threads.
  private var compiled = regex_t()

  /// Why a text is no expression; nil where it is one.
  static func problem(of text: String) -> String? {
    do throws(Problem) {
      _ = try Expression(text)
      return nil
    } catch {
      return error.reason
    }
  }

  private struct Problem: Error {
    let reason: String
  }

  /// An expression; nil for a text that is none.
  convenience init?(of text: String) {
    try? self.init(text)
  }

  private init(_ text: String) throws(Problem) {
    if let reason = ExpressionCost.problem(of: text) { throw Problem(reason: reason) }
    // What follows a backslash says something else.
    let isCaseSensitive = text.indices.contains { place in
      text[place].isUppercase
        && (place == text.startIndex || text[text.index(before: place)] != "\\")
    }
    let flags = REG_EXTENDED | (isCaseSensitive ? 0 : REG_ICASE)
    let code = regcomp(&compiled, text, flags)
    guard code != 0 else { return }
    var reason = [CChar](repeating: 0, count: 100)
    regerror(code, &compiled, &reason, reason.count)
    let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    throw Problem(reason: phrase("no expression: \(String(decoding: bytes, as: UTF8.self))"))
  }

  deinit { regfree(&compiled) }

  /// Whether it finds something in a text.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return regexec(&compiled, "", 0, nil, 0) == 0 }
    // From and to where it is looked at, instead of up to a zero.
    var range = regmatch_t(rm_so: 0, rm_eo: regoff_t(clamping: bytes.count))
    return regexec(
      &compiled, base.assumingMemoryBound(to: CChar.self), 0, &range, REG_STARTEND) == 0
  }
}
