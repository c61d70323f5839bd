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

  /// To be told when more has come, or nothing for a while.
  case soon

  /// To be told by more of what is there.
  case further

  /// What there is behind the bytes that are looked at.
  enum State {
    /// Nothing.
    case whole

    /// Nothing yet: a stream gives no more for now.
    case stalled

    /// Nothing yet, nor for so long that what is there has to do.
    case silent

    /// More, which may be looked at.
    case cut

    /// More, which is too much to be looked at.
    case longest
  }

  /// So many lines behind a broken first one are looked at.
  private static let candidates = 8

  /// - Parameter bytes: the beginning of a text, from the first byte that is not blank.
  init(of bytes: UnsafeRawBufferPointer, _ state: State) {
    // Of JSON no more is known by waiting.
    let state = state == .silent ? .stalled : state
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
    if isOnOneLine, bytes[end..<next].contains(UInt8(ascii: "\n")) { return .lines }
    guard JSONScanner.container(of: bytes) != nil, beginsValue(bytes[next]) else { return nil }
    return .values
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
    return isOneLine(bytes) ? .lines : .later
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
