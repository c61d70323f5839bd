/// What the beginning of a text says of the whole, or what more has to be seen to tell.
enum ContentGuess: Equatable {
  case lines
  case document

  /// Several values of which the first is on several lines, or has another beside it.
  case values

  /// No JSON.
  case nothing

  /// Lines of text, which are no JSON.
  case text

  /// Rows of delimited text.
  case delimited(DelimitedDialect)

  /// To be told when more has come.
  case later

  /// To be told by more of what is there.
  case further

  /// What there is behind the bytes that are looked at.
  enum State {
    /// Nothing.
    case whole

    /// Nothing yet: a stream gives no more for now.
    case stalled

    /// More, which may be looked at.
    case cut

    /// More, which is too much to be looked at.
    case longest
  }

  /// So many lines behind a broken first one are looked at.
  private static let candidates = 8

  /// - Parameter bytes: the beginning of a text, from the first byte that is not blank.
  init(of bytes: UnsafeRawBufferPointer, _ state: State) {
    self =
      Self.byFirstValue(bytes, state)
      ?? Self.byOpenList(bytes, state)
      ?? (state == .stalled ? Self.whileStalled(bytes) : nil)
      ?? (state == .cut ? .further : Self.byLaterLines(bytes, state))
  }

  /// What follows from the first value and what stands behind it; nil where that value does not end
  /// in the bytes, is none, or goes on with what is no value.
  private static func byFirstValue(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Self? {
    guard let end = endOfFirstValue(bytes) else { return nil }
    guard let next = bytes[end...].firstIndex(where: { !$0.isJSONBlank }) else {
      // A single value: a document, unless more may follow that is not seen.
      return state == .whole ? .document : nil
    }
    let isOnOneLine = !bytes[..<end].contains(UInt8(ascii: "\n"))
    let hasLineEnd = bytes[end..<next].contains(UInt8(ascii: "\n"))
    if isOnOneLine, hasLineEnd { return .lines }
    guard JSONScanner.container(of: bytes) != nil else { return nil }
    return sequence(isOnOneLine: isOnOneLine, hasLineEnd: hasLineEnd, next: bytes[next])
  }

  /// The kind of input in which more follows the first list or object; nil if that is an error.
  ///
  /// - Parameters:
  ///   - isOnOneLine: whether the value has no line end.
  ///   - hasLineEnd: whether a line ends between the value and the byte that follows.
  ///   - next: the first byte after the value that is not blank.
  static func sequence(isOnOneLine: Bool, hasLineEnd: Bool, next: UInt8) -> Self? {
    if isOnOneLine, hasLineEnd { return .lines }
    return beginsValue(next) ? .values : nil
  }

  /// Whether no byte that follows can change what the first value, and the byte after it, say.
  static func isSettled(by bytes: UnsafeRawBufferPointer) -> Bool {
    guard let form = RecordForm(openedBy: bytes[0]), let found = byFirstValue(bytes, .cut),
      let end = endOfFirstValue(bytes)
    else { return false }
    if form == .members { return true }
    // Lines that begin with a list may still be those of a log.
    return found == .lines
      && JSONScanner.firstError(in: UnsafeRawBufferPointer(rebasing: bytes[..<end])) == nil
  }

  /// An unfinished list is shown by its elements as they come.
  private static func byOpenList(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Self? {
    guard bytes[0] == UInt8(ascii: "["), !isOneLine(bytes),
      state == .stalled || bytes.contains(UInt8(ascii: "\n"))
    else { return nil }
    return .document
  }

  /// What a stream is that has given only this for a while; nil where it gave enough to tell.
  private static func whileStalled(_ bytes: UnsafeRawBufferPointer) -> Self? {
    let hasBrokenStart = hasBrokenStart(bytes, .stalled)
    // What does not begin as JSON may be followed by lines that do: a banner, a warning.
    if !beginsValue(bytes[0]), !hasBrokenStart { return .later }
    if isSeveralLines(bytes) { return nil }
    guard isOneLine(bytes) else { return .later }
    // A list on one line is an array of records unless something follows it.
    return bytes[0] == UInt8(ascii: "[") ? .document : .lines
  }

  /// What is told by the lines behind the first, when the first value tells nothing.
  private static func byLaterLines(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Self {
    if hasBrokenStart(bytes, state) { return .lines }
    return beginsValue(bytes[0]) ? .document : .nothing
  }

  // MARK: - Bytes

  private static func endOfFirstValue(_ bytes: UnsafeRawBufferPointer) -> Int? {
    beginsValue(bytes[0]) ? JSONScanner.endOfValue(in: bytes, from: 0) : nil
  }

  /// Whether the bytes are one value and the end of its line.
  private static func isOneLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    endOfFirstValue(bytes).map { bytes[$0...].contains(UInt8(ascii: "\n")) } ?? false
  }

  /// Whether there is a line end, and more than blanks behind it.
  private static func isSeveralLines(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    return bytes[end...].contains { !$0.isJSONBlank }
  }

  /// Whether the text is no document, but one of the lines behind the error is a list or an object
  /// by itself: then a broken line stands before lines.
  ///
  /// Lines that are indented do not count, nor does anything in a text that begins as a list: so
  /// look the parts of a document that has an error.
  private static func hasBrokenStart(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Bool {
    guard bytes[0] != UInt8(ascii: "[") else { return false }
    var error: JSONError?
    var rest = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    var seen = 0
    while rest < bytes.count, seen < candidates {
      let found = bytes[rest...].firstIndex(of: UInt8(ascii: "\n"))
      guard let end = found ?? (state == .whole ? bytes.count : nil) else { return false }
      let line = UnsafeRawBufferPointer(rebasing: bytes[rest..<end])
      if !line.allSatisfy(\.isJSONBlank) { seen += 1 }
      if line.first == UInt8(ascii: "{") || line.first == UInt8(ascii: "["),
        JSONScanner.firstError(in: line) == nil
      {
        error = error ?? JSONScanner.firstError(in: bytes)
        // An error behind the line is of something else, or only of the window's end.
        if let error, error.offset <= rest { return true }
      }
      rest = end + 1
    }
    return false
  }

  /// Whether a byte can be the first of a value.
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
