internal import CPCRE2
internal import Glibc
internal import MocoaLocalization
internal import Synchronization

/// A regular expression of PCRE2.
///
/// An expression without capital letters ignores case, as does every word of a filter. A period
/// matches any character, and `^` and `$` match only at the ends of a text. Invalid UTF-8 sequences
/// in a text never match.
final class Expression: @unchecked Sendable {
  // Sendable: the compiled expression and the limits are only read, which PCRE2 permits on several
  // threads.
  private let compiled: OpaquePointer

  /// The limits of PCRE2 for matching a text, by the bit width of the length of the text.
  ///
  /// The last element also applies to longer texts.
  private let limits: [OpaquePointer?]

  /// The limits for matching a text with the interpreter of PCRE2.
  ///
  /// The interpreter is used if matching needs more memory than the stack of the machine code has.
  private let interpreterLimits: OpaquePointer?

  /// The number of texts that were not matched, because they exceeded a limit of time or memory.
  private let skippedCount = Atomic(0)

  /// The maximum number of texts that may exceed a limit before the expression is stopped.
  ///
  /// Each of these texts takes about 10 milliseconds.
  private static let maxSkippedCount = 64

  /// The maximum number of bytes of an expression.
  private static let maxLength = 2000

  /// The maximum number of matching steps from one character, by the bit width of the text's
  /// length.
  ///
  /// PCRE2 counts the steps separately for each character at which a match may begin. A short text
  /// permits up to 4 million steps. A longer text permits fewer steps, but always enough for one
  /// pass to its end.
  private static let maxSteps = (0...14).map { bits in UInt32(1) << max(22 - bits, bits + 2) }

  /// The maximum number of matching steps from one character in the interpreter, which is slower
  /// than machine code.
  private static let maxInterpreterSteps: UInt32 = 1 << 10

  /// The maximum processor time in seconds for one text of more than `longText` bytes.
  ///
  /// Such a text has many characters at which a match may begin, each with its own limit of steps.
  private static let maxSeconds = 1.0
  private static let longText = 1 << 12

  /// The maximum number of nested matching steps, each of which needs memory.
  private static let maxDepth: UInt32 = 100_000

  /// The maximum memory for matching one text, in KiB.
  private static let maxMemory: UInt32 = 32 << 10

  /// Returns the reason why a text is not a valid expression, or `nil` if it is valid.
  static func errorMessage(for text: String) -> String? {
    do throws(SyntaxError) {
      pcre2_code_free_8(try compile(text))
      return nil
    } catch {
      return error.reason
    }
  }

  private struct SyntaxError: Error {
    let reason: String
  }

  /// Creates an expression, or returns `nil` if the text is not valid.
  init?(of text: String) {
    guard let compiled = try? Self.compile(text) else { return nil }
    self.compiled = compiled
    // Without memory for machine code, PCRE2 interprets the expression.
    pcre2_jit_compile_8(compiled, PCRE2_JIT_COMPLETE)
    var options: UInt32 = 0
    pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_ALLOPTIONS), &options)
    let isAnchored = options & PCRE2_ANCHORED != 0
    // An anchored expression can begin only at the first character.
    let maxSteps = isAnchored ? [Self.maxSteps[0]] : Self.maxSteps
    limits = maxSteps.map(Self.makeLimits)
    interpreterLimits = Self.makeLimits(
      maxSteps: isAnchored ? Self.maxSteps[0] : Self.maxInterpreterSteps)
  }

  private static func makeLimits(maxSteps: UInt32) -> OpaquePointer? {
    let limits = pcre2_match_context_create_8(nil)
    pcre2_set_match_limit_8(limits, maxSteps)
    pcre2_set_depth_limit_8(limits, maxDepth)
    pcre2_set_heap_limit_8(limits, maxMemory)
    pcre2_jit_stack_assign_8(limits, { _ in Workspace.current().stack }, nil)
    return limits
  }

  deinit {
    limits.forEach { pcre2_match_context_free_8($0) }
    pcre2_match_context_free_8(interpreterLimits)
    pcre2_code_free_8(compiled)
  }

  private static func compile(_ text: String) throws(SyntaxError) -> OpaquePointer {
    let bytes = Array(text.utf8)
    if bytes.count > maxLength {
      throw SyntaxError(reason: localized("regular expression is longer than \(maxLength) bytes"))
    }
    var options =
      PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY
    if !isCaseSensitive(text) { options |= PCRE2_CASELESS }
    var (code, offset): (CInt, Int) = (0, 0)
    let compiled = pcre2_compile_8(bytes, bytes.count, options, &code, &offset, nil)
    if let compiled { return compiled }
    var message = [UInt8](repeating: 0, count: 256)
    pcre2_get_error_message_8(code, &message, message.count)
    let reason = String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
    // The last character that was read.
    let number = max(1, String(decoding: bytes.prefix(offset), as: UTF8.self).count)
    throw SyntaxError(
      reason: localized("invalid regular expression: \(reason) at character \(number)"))
  }

  /// Returns `true` if an expression contains a capital letter outside of its escape sequences.
  private static func isCaseSensitive(_ text: String) -> Bool {
    var remaining = text[...]
    while let character = remaining.popFirst() {
      if character != "\\" {
        if character.isUppercase { return true }
      } else if let letter = remaining.popFirst(), "pPxoN".contains(letter) {
        // As in \p{Lu}, \x{1FA} and \pL.
        if remaining.first == "{" {
          remaining = remaining.drop { $0 != "}" }
        } else if letter == "p" || letter == "P" {
          remaining = remaining.dropFirst()
        }
      }
    }
    return false
  }

  /// A Boolean value that indicates whether a text was not matched, because it takes more time or
  /// memory than permitted.
  var hasSkipped: Bool { skippedCount.load(ordering: .relaxed) > 0 }

  /// A Boolean value that indicates whether no further texts are matched, because many texts were
  /// skipped or one took very long.
  ///
  /// Otherwise, a long list could take hours.
  var isStopped: Bool { skippedCount.load(ordering: .relaxed) >= Self.maxSkippedCount }

  /// The number of texts that any expression has skipped on this thread.
  static var skippedCountOfThread: Int { Workspace.current().skippedCount }

  /// Returns `true` if the expression matches a part of a text.
  ///
  /// It does not match a text that exceeds a limit.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    findsMatch(in: bytes, from: 0, options: 0, Workspace.current())
  }

  /// Returns the first part of a text that the expression matches and that is not empty.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: The offset at which the search starts.
  ///   - isCut: A Boolean value that indicates whether more text follows, so that `$` does not
  ///     match at the end.
  func range(in bytes: UnsafeRawBufferPointer, from start: Int, isCut: Bool) -> Range<Int>? {
    let workspace = Workspace.current()
    let options = PCRE2_NOTEMPTY | (isCut ? PCRE2_NOTEOL : 0)
    guard findsMatch(in: bytes, from: start, options: options, workspace),
      let offsets = pcre2_get_ovector_pointer_8(workspace.result)
    else { return nil }
    // With \K, a match may start after its end.
    let (lower, upper) = (Int(offsets[0]), Int(offsets[1]))
    return lower < upper && upper <= bytes.count ? lower..<upper : nil
  }

  /// Returns `true` if the expression matches a part of a text, whose offsets are then in the
  /// workspace.
  private func findsMatch(
    in bytes: UnsafeRawBufferPointer, from offset: Int, options: UInt32, _ workspace: Workspace
  ) -> Bool {
    if isStopped {
      workspace.skippedCount += 1
      return false
    }
    let bits = Int.bitWidth - bytes.count.leadingZeroBitCount
    func match(_ more: UInt32, _ limits: OpaquePointer?) -> CInt {
      pcre2_match_8(
        compiled, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, offset,
        options | more, workspace.result, limits)
    }
    let start = bytes.count > Self.longText ? Self.threadSeconds : 0
    var code = match(0, limits[min(bits, limits.count - 1)])
    // The interpreter may use more memory than the machine code.
    if code == PCRE2_ERROR_JIT_STACKLIMIT { code = match(PCRE2_NO_JIT, interpreterLimits) }
    let isSlow = start > 0 && Self.threadSeconds - start > Self.maxSeconds
    if isSlow {
      skippedCount.add(Self.maxSkippedCount, ordering: .relaxed)
    } else if code < PCRE2_ERROR_NOMATCH {
      skippedCount.add(1, ordering: .relaxed)
    }
    if code < PCRE2_ERROR_NOMATCH { workspace.skippedCount += 1 }
    return code >= 0
  }

  /// The processor time that this thread has used until now, in seconds.
  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The memory in which a thread matches expressions.
private final class Workspace {
  /// The stack of the machine code, which grows when needed.
  let stack = pcre2_jit_stack_create_8(32 << 10, 1 << 20, nil)

  let result = pcre2_match_data_create_8(1, nil)

  /// The number of texts that were skipped on the thread.
  var skippedCount = 0

  deinit {
    pcre2_match_data_free_8(result)
    pcre2_jit_stack_free_8(stack)
  }

  /// The key of the thread's workspace, which is released when the thread ends.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { workspace in
      if let workspace { Unmanaged<Workspace>.fromOpaque(workspace).release() }
    }
    return key
  }()

  /// Returns the workspace of this thread, creating it if needed.
  static func current() -> Workspace {
    if let workspace = pthread_getspecific(key) {
      return Unmanaged<Workspace>.fromOpaque(workspace).takeUnretainedValue()
    }
    let workspace = Workspace()
    pthread_setspecific(key, Unmanaged.passRetained(workspace).toOpaque())
    return workspace
  }
}
