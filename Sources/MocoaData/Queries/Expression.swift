internal import MocoaLocalization
internal import Glibc

/// A regular expression of the C library: POSIX, extended.
///
/// As in all filters, an expression without capital letters ignores case.
final class Expression: @unchecked Sendable {
  // Sendable: the compiled expression is only read, which the C library permits on several threads.
  private var compiled = regex_t()

  /// Returns the reason why a text is not a valid expression, or `nil` if it is valid.
  static func problem(of text: String) -> String? {
    do throws(SyntaxError) {
      _ = try Expression(text)
      return nil
    } catch {
      return error.reason
    }
  }

  private struct SyntaxError: Error {
    let reason: String
  }

  /// Creates an expression, or returns `nil` if the text is not valid.
  convenience init?(of text: String) {
    try? self.init(text)
  }

  private init(_ text: String) throws(SyntaxError) {
    if let reason = ExpressionCost.problem(of: text) { throw SyntaxError(reason: reason) }
    // The letter after a backslash is part of an escape sequence.
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
    throw SyntaxError(
      reason: localized("invalid regular expression: \(String(decoding: bytes, as: UTF8.self))"))
  }

  deinit { regfree(&compiled) }

  /// Returns `true` if the expression matches a part of a text.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return regexec(&compiled, "", 0, nil, 0) == 0 }
    // The range replaces the zero byte at the end of the text.
    var range = regmatch_t(rm_so: 0, rm_eo: regoff_t(clamping: bytes.count))
    return regexec(
      &compiled, base.assumingMemoryBound(to: CChar.self), 0, &range, REG_STARTEND) == 0
  }
}
