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

    /// More bytes are available, and some of them may be examined.
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

  /// Returns the format of an input with several values, or `nil` if a second value is not valid
  /// there.
  ///
  /// - Parameters:
  ///   - isOnOneLine: A Boolean value that indicates whether the first value contains no line end.
  ///   - hasLineEnd: A Boolean value that indicates whether a line ends between the value and the
  ///     next byte.
  ///   - next: The first byte after the value that is not whitespace.
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

  /// Returns the format of a list whose end has not arrived.
  ///
  /// Its elements are shown as they arrive.
  private static func byOpenList(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Self? {
    guard bytes[0] == UInt8(ascii: "["), !isOneLine(bytes),
      state == .stalled || bytes.contains(UInt8(ascii: "\n"))
    else { return nil }
    return .document
  }

  /// Returns the format of a stream that has paused, or `nil` if its bytes are sufficient.
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

  /// Returns `true` if the bytes are one value and the end of its line.
  private static func isOneLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    endOfFirstValue(bytes).map { bytes[$0...].contains(UInt8(ascii: "\n")) } ?? false
  }

  /// Returns `true` if bytes other than whitespace follow the first line end.
  private static func isSeveralLines(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    return bytes[end...].contains { !$0.isJSONBlank }
  }

  /// Returns `true` if the text is not a valid document, and one of the lines after the error is a
  /// list or an object.
  ///
  /// An invalid line then precedes lines of JSON.
  ///
  /// Indented lines do not count, and neither does text that begins as a list, because these are
  /// probably parts of an invalid document.
  private static func hasBrokenStart(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Bool {
    guard bytes[0] != UInt8(ascii: "[") else { return false }
    var error: JSONError?
    var rest = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    var seen = 0
    while rest < bytes.count, seen < candidates {
      let found = bytes[rest...].firstIndex(of: UInt8(ascii: "\n"))
      guard let end = found ?? (state == .complete ? bytes.count : nil) else { return false }
      let line = UnsafeRawBufferPointer(rebasing: bytes[rest..<end])
      if !line.allSatisfy(\.isJSONBlank) { seen += 1 }
      if line.first == UInt8(ascii: "{") || line.first == UInt8(ascii: "["),
        JSONScanner.firstError(in: line) == nil
      {
        error = error ?? JSONScanner.firstError(in: bytes)
        // A later error has another cause, or is only the end of the window.
        if let error, error.offset <= rest { return true }
      }
      rest = end + 1
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
