internal import MocoaJSON
internal import MocoaModel

/// The detected format of an input, or the state of the detection if more bytes are needed.
enum FormatDetection: Equatable {
  case lines
  case document

  /// Several JSON values.
  ///
  /// The first spans several lines, or another value follows it on the same line.
  case values

  /// Not JSON.
  case notJSON

  /// Lines of text that are not JSON.
  case text

  /// Rows of delimited text.
  case delimited(DelimitedDialect)

  /// An unknown format, until more bytes of the input arrive.
  case needsMoreInput

  /// An unknown format, until more of the available bytes are examined.
  case needsMoreLookahead

  /// The state of the input after the examined bytes.
  enum State {
    /// The input has ended.
    case complete

    /// A stream has not provided more bytes yet.
    case stalled

    /// More bytes are available, and a later call may examine them.
    case cut

    /// More bytes are available, but the maximum number of bytes is already examined.
    case limitReached
  }

  /// The maximum number of lines that are examined after an invalid first line.
  private static let candidates = 8

  /// Detects the format of a text.
  ///
  /// - Parameters:
  ///   - bytes: The beginning of the text, from the first byte that is not whitespace.
  ///   - state: The state of the input after the bytes.
  init(of bytes: UnsafeRawBufferPointer, _ state: State) {
    self =
      Self.byFirstValue(bytes, state)
      ?? Self.byOpenList(bytes, state)
      ?? (state == .stalled ? Self.whileStalled(bytes) : nil)
      ?? (state == .cut ? .needsMoreLookahead : Self.byLaterLines(bytes, state))
  }

  /// Returns the format that the first value and the byte after it indicate.
  ///
  /// Returns `nil` if the value is incomplete or invalid, or if the next byte does not begin a
  /// value.
  private static func byFirstValue(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Self? {
    guard let end = endOfFirstValue(bytes) else { return nil }
    guard let next = bytes[end...].firstIndex(where: { !$0.isJSONBlank }) else {
      // A single value is a document only if the input has ended.
      return state == .complete ? .document : nil
    }
    let isOnOneLine = !bytes[..<end].contains(UInt8(ascii: "\n"))
    let hasLineEnd = bytes[end..<next].contains(UInt8(ascii: "\n"))
    if isOnOneLine, hasLineEnd { return .lines }
    guard JSONScanner.container(of: bytes) != nil else { return nil }
    return sequence(isOnOneLine: isOnOneLine, hasLineEnd: hasLineEnd, next: bytes[next])
  }

  /// Returns the format of an input with several values, or `nil` if no second value begins after
  /// the first.
  ///
  /// - Parameters:
  ///   - isOnOneLine: A Boolean value that indicates whether the first value contains no line end.
  ///   - hasLineEnd: A Boolean value that indicates whether a line ends between the first value and
  ///     the next byte.
  ///   - next: The first byte after the first value that is not whitespace.
  static func sequence(isOnOneLine: Bool, hasLineEnd: Bool, next: UInt8) -> Self? {
    if isOnOneLine, hasLineEnd { return .lines }
    return beginsValue(next) ? .values : nil
  }

  /// Returns `true` if later bytes cannot change the format that the first value and the next byte
  /// indicate.
  static func isDetermined(by bytes: UnsafeRawBufferPointer) -> Bool {
    guard let form = RecordLayout(openedBy: bytes[0]), let found = byFirstValue(bytes, .cut),
      let end = endOfFirstValue(bytes)
    else { return false }
    if form == .members { return true }
    // Lines that begin with a list may still be lines of a log.
    return found == .lines
      && JSONScanner.firstError(in: UnsafeRawBufferPointer(rebasing: bytes[..<end])) == nil
  }

  /// Returns the format of a JSON array whose end has not arrived.
  ///
  /// Its elements are shown as they arrive.
  private static func byOpenList(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Self? {
    guard bytes[0] == UInt8(ascii: "["), !isOneLine(bytes),
      state == .stalled || bytes.contains(UInt8(ascii: "\n"))
    else { return nil }
    return .document
  }

  /// Returns the provisional format of a stream that has paused.
  ///
  /// - Returns: `nil` if the stream has several lines, which then determine the format.
  private static func whileStalled(_ bytes: UnsafeRawBufferPointer) -> Self? {
    let hasBrokenStart = hasBrokenStart(bytes, .stalled)
    // Lines of JSON may follow text that is not JSON, such as a banner or a warning.
    if !beginsValue(bytes[0]), !hasBrokenStart { return .needsMoreInput }
    if isSeveralLines(bytes) { return nil }
    guard isOneLine(bytes) else { return .needsMoreInput }
    // A list on one line is an array of records unless another value follows it.
    return bytes[0] == UInt8(ascii: "[") ? .document : .lines
  }

  /// Returns the format that the lines after the first one indicate, if the first value does not
  /// indicate one.
  private static func byLaterLines(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Self {
    if hasBrokenStart(bytes, state) { return .lines }
    return beginsValue(bytes[0]) ? .document : .notJSON
  }

  // MARK: - Bytes

  private static func endOfFirstValue(_ bytes: UnsafeRawBufferPointer) -> Int? {
    beginsValue(bytes[0]) ? JSONScanner.endOfValue(in: bytes, from: 0) : nil
  }

  /// Returns `true` if the bytes are a single JSON value followed by a line end.
  private static func isOneLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    endOfFirstValue(bytes).map { bytes[$0...].contains(UInt8(ascii: "\n")) } ?? false
  }

  /// Returns `true` if bytes other than whitespace follow the first line end.
  private static func isSeveralLines(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    return bytes[end...].contains { !$0.isJSONBlank }
  }

  /// Returns `true` if text that is not JSON precedes lines of JSON.
  ///
  /// This is the case if the text is not a valid document and one of the lines after the error is
  /// an array or an object.
  ///
  /// Indented lines do not count, and neither does text that begins with `[`, because these are
  /// probably parts of an invalid document.
  private static func hasBrokenStart(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Bool {
    guard bytes[0] != UInt8(ascii: "[") else { return false }
    var error: JSONError?
    var start = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    var seen = 0
    while start < bytes.count, seen < candidates {
      let found = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      guard let end = found ?? (state == .complete ? bytes.count : nil) else { return false }
      let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if !line.allSatisfy(\.isJSONBlank) { seen += 1 }
      if line.first == UInt8(ascii: "{") || line.first == UInt8(ascii: "["),
        JSONScanner.firstError(in: line) == nil
      {
        error = error ?? JSONScanner.firstError(in: bytes)
        // A later error has another cause, or is only the end of the window.
        if let error, error.offset <= start { return true }
      }
      start = end + 1
    }
    return false
  }

  /// Returns `true` if a byte can begin a value.
  static func beginsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"):
      true
    default: false
    }
  }
}

/// The rules that distinguish JSON from lines of text.
///
/// Text that begins with a bracket is JSON, even if it is invalid. The exception is a log, whose
/// lines begin with text in brackets and continue with other text. Text that does not begin with a
/// bracket is JSON only in two cases: all its first lines are values, such as numbers, or most
/// lines after a banner are arrays or objects. All other text is lines of text, unless it contains
/// a NUL, which does not occur in text.
extension FormatDetection {
  /// The maximum number of lines that are examined to determine the format.
  private static let sample = 100

  /// The maximum number of lines of a banner, which precedes the first array or object in lines of
  /// JSON.
  private static let bannerLimit = 9

  /// Returns the detected format, or the format of lines of text if the text is probably not JSON.
  ///
  /// - Parameters:
  ///   - bytes: The beginning of the text, from the first byte that is not whitespace.
  ///   - state: The state of the input after the bytes.
  func orText(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Self {
    switch RecordLayout(openedBy: bytes[0]) {
    case .elements?: orStampedLines(bytes, state)
    case .some: self
    case nil: orPlainLines(bytes, state)
    }
  }

  private func orStampedLines(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Self {
    let lines = StampedLines(bytes, isComplete: state == .complete, atMost: Self.sample)
    return lines.areText && bytes.first(0, from: 0, upTo: lines.end) == nil ? .text : self
  }

  private func orPlainLines(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Self {
    let lines = FirstLines(bytes, isComplete: state == .complete, atMost: Self.sample)
    if lines.count == 0 {
      if state == .stalled { return .needsMoreInput }
      if state == .cut { return .needsMoreLookahead }
    }
    // A banner may be longer than the available bytes.
    if let first = lines.firstContainer, first < Self.bannerLimit,
      2 * lines.containers >= lines.count - first
    {
      return .lines
    }
    if bytes.first(0, from: 0) != nil { return .notJSON }
    if lines.count == 0 {
      let isOpenText =
        bytes[0] == .quote && JSONScanner.firstError(in: bytes)?.offset == bytes.count
      return isOpenText ? self : .text
    }
    if lines.values == lines.count { return self }
    return state == .cut && lines.count < Self.bannerLimit ? .needsMoreLookahead : .text
  }

  /// Returns the end of the first nine lines if they are certainly lines of text, regardless of
  /// later lines.
  ///
  /// The lines must contain no control characters and no delimiter that could separate rows, and
  /// must not be lines of JSON.
  ///
  /// - Returns: `nil` if more lines are needed to determine the format.
  static func endOfPlainSample(in bytes: UnsafeRawBufferPointer) -> Int? {
    let end: Int
    if RecordLayout(openedBy: bytes[0]) == nil {
      let lines = FirstLines(bytes, isComplete: false, atMost: bannerLimit)
      guard lines.count == bannerLimit, lines.containers == 0, lines.values < lines.count else {
        return nil
      }
      end = lines.end
    } else {
      let lines = StampedLines(bytes, isComplete: false, atMost: bannerLimit)
      guard lines.count == bannerLimit, lines.stamped == lines.count, lines.areText else {
        return nil
      }
      end = lines.end
    }
    let sample = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    let isClean = sample.allSatisfy { byte in
      byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x1B || byte.isLineEnd
    }
    guard isClean, String(validating: sample, as: UTF8.self) != nil,
      DelimitedDialect.Detection.isRuledOut(by: sample)
    else { return nil }
    return end
  }

  /// Returns the end of the lines that determine the format of a text that does not begin with a
  /// bracket.
  ///
  /// - Returns: `nil` if the bytes contain fewer lines.
  static func endOfSample(in bytes: UnsafeRawBufferPointer) -> Int? {
    if RecordLayout(openedBy: bytes[0]) != nil, !areStampedLines(bytes) { return nil }
    let lines = bytes.forEachFirstLine(isComplete: false, atMost: sample) { _, _ in }
    return lines.count < sample ? nil : lines.end
  }

  private static func areStampedLines(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard RecordLayout(openedBy: bytes[0]) == .elements else { return false }
    let lines = StampedLines(bytes, isComplete: false, atMost: sample)
    return lines.count == sample && lines.areText
  }
}

extension UnsafeRawBufferPointer {
  /// Calls a closure with each of the first complete nonblank lines, and with its first byte that
  /// is not whitespace.
  ///
  /// - Returns: The number of these lines, and the end of the last one.
  @discardableResult
  fileprivate func forEachFirstLine(
    isComplete: Bool, atMost limit: Int, _ body: (UnsafeRawBufferPointer, UInt8) -> Void
  ) -> (count: Int, end: Int) {
    var (start, number) = (0, 0)
    while start < count, number < limit {
      guard let end = first(.lineFeed, from: start) ?? (isComplete ? count : nil) else { break }
      let line = UnsafeRawBufferPointer(rebasing: self[start..<end])
      start = end + 1
      guard let first = line.first(where: { !$0.isJSONBlank }) else { continue }
      number += 1
      body(line, first)
    }
    return (number, Swift.min(start, count))
  }
}

/// The first nonblank lines of a text, counted by the kind of JSON value that they contain.
///
/// Each line is examined separately.
private struct FirstLines {
  private(set) var count = 0

  /// The number of lines that are valid JSON values.
  private(set) var values = 0

  /// The number of lines that are valid JSON arrays or objects.
  private(set) var containers = 0

  /// The number of lines before the first line that is a JSON array or object, or `nil` if there is
  /// none.
  private(set) var firstContainer: Int?

  /// The offset of the end of the last line.
  private(set) var end = 0

  /// Examines the first lines of a text.
  ///
  /// - Parameter isComplete: A Boolean value that indicates whether the last line needs no line
  ///   end.
  init(_ bytes: UnsafeRawBufferPointer, isComplete: Bool, atMost limit: Int) {
    end =
      bytes.forEachFirstLine(isComplete: isComplete, atMost: limit) { line, first in
        count += 1
        guard FormatDetection.beginsValue(first), JSONScanner.firstError(in: line) == nil else {
          return
        }
        values += 1
        // An indented list or object is a part of another value.
        guard RecordLayout(openedBy: line[0]) != nil else { return }
        containers += 1
        firstContainer = firstContainer ?? count - 1
      }.end
  }
}

/// The first lines of a text, examined for stamps, such as `[INFO]` in a log.
///
/// A stamp is text in brackets at the start of a line that continues with other text.
private struct StampedLines {
  private(set) var count = 0
  private(set) var stamped = 0

  /// The number of lines whose stamp is not a JSON array, such as `[INFO]`.
  private var named = 0

  /// The number of lines that are valid JSON on their own.
  private var values = 0

  /// The offset of the end of the last line.
  private(set) var end = 0

  init(_ bytes: UnsafeRawBufferPointer, isComplete: Bool, atMost limit: Int) {
    end =
      bytes.forEachFirstLine(isComplete: isComplete, atMost: limit) { line, _ in
        count += 1
        guard line[0] == UInt8(ascii: "["), let end = line.first(UInt8(ascii: "]"), from: 1),
          let next = line[(end + 1)...].first(where: { !$0.isJSONBlank }),
          !",]}".utf8.contains(next), !line[1..<end].contains(where: { "[{\"".utf8.contains($0) })
        else {
          if JSONScanner.firstError(in: line) == nil { values += 1 }
          return
        }
        let stamp = UnsafeRawBufferPointer(rebasing: line[...end])
        if JSONScanner.firstError(in: stamp) != nil {
          named += 1
          stamped += 1
        } else if !FormatDetection.beginsValue(next) {
          // A second value would make the line a sequence of values.
          stamped += 1
        }
      }.end
  }

  /// A Boolean value that indicates whether the stamps show that the text is not JSON.
  ///
  /// At least half of the lines must begin with a stamp. If every stamp is also a JSON array, such
  /// as `[0.5]`, at least two lines are needed.
  var areText: Bool { values == 0 && 2 * stamped >= count && (named > 0 || stamped > 1) }
}
