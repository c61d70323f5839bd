/// What is known of a command's output before it is read, and what its beginning says of the rest.
///
/// Anything may be printed, so the question is not whether it is JSON, but what it is meant as: JSON
/// with an error in it is told as such, and what only looks a little like JSON is lines of text.
struct CommandOutput: Sendable {
  /// How records stood in what the command printed before; nil where it has printed none.
  var previousForm: RecordForm?

  /// So many lines are looked at.
  private static let sample = 100

  /// What an output is meant as.
  ///
  /// - Parameter bytes: its beginning, from the first byte that is not blank.
  func guess(of bytes: UnsafeRawBufferPointer, _ state: ContentGuess.State) -> ContentGuess {
    byContainer(bytes, state) ?? Self.byLines(bytes, state)
  }

  /// What follows from a list or an object that it begins with; nil where it begins with neither.
  private func byContainer(
    _ bytes: UnsafeRawBufferPointer, _ state: ContentGuess.State
  ) -> ContentGuess? {
    guard let form = RecordForm(openedBy: bytes[0]) else { return nil }
    guard let end = JSONScanner.endOfValue(in: bytes, from: 0) else {
      switch Self.beginsContainer(bytes) {
      case true?: return ContentGuess(of: bytes, state)
      case false?: return nil
      case nil: return state == .stalled ? .later : state == .cut ? .further : nil
      }
    }
    let value = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    let isOnOneLine = !value.contains(UInt8(ascii: "\n"))
    let next = bytes[end...].firstIndex { !$0.isJSONBlank }
    guard JSONScanner.firstError(in: value) == nil else {
      let isLine = isOnOneLine && next != nil || Self.byLines(bytes, state) == .lines
      return isLine || Self.beginsContainer(bytes) == false ? nil : .document
    }
    guard let next else {
      // One of several lines before is one line now.
      if form == .members, isOnOneLine, previousForm == .lines { return .lines }
      return ContentGuess(of: bytes, state)
    }
    if RecordForm(openedBy: bytes[next]) != nil,
      !isOnOneLine || !bytes[end..<next].contains(UInt8(ascii: "\n"))
    {
      return .values
    }
    // What goes on behind a list or an object on several lines is one more value, or wrong.
    if isOnOneLine { return nil }
    return ContentGuess.beginsValue(bytes[next]) ? .values : .document
  }

  /// Whether a bracket is followed by a value and what may stand behind that; nil where that has not
  /// come yet.
  ///
  /// `[INFO]`, `[12:30]` and `{name}` are not.
  private static func beginsContainer(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    var start = 0
    while true {
      let isList = bytes[start] == UInt8(ascii: "[")
      guard let first = bytes[(start + 1)...].firstIndex(where: { !$0.isJSONBlank }) else {
        return nil
      }
      if bytes[first] == UInt8(ascii: isList ? "]" : "}") { return true }
      guard isList ? ContentGuess.beginsValue(bytes[first]) : bytes[first] == UInt8(ascii: "\"")
      else { return false }
      guard let end = JSONScanner.endOfValue(in: bytes, from: first) else {
        if RecordForm(openedBy: bytes[first]) == nil { return nil }
        start = first
        continue
      }
      guard let next = bytes[end...].firstIndex(where: { !$0.isJSONBlank }) else { return nil }
      let value = UnsafeRawBufferPointer(rebasing: bytes[first..<end])
      guard JSONScanner.firstError(in: value) == nil else { return false }
      let allowed = isList ? [UInt8(ascii: ","), UInt8(ascii: "]")] : [UInt8(ascii: ":")]
      return allowed.contains(bytes[next])
    }
  }

  /// What most of the first lines are.
  ///
  /// Numbers and words are text where they stand alone: so a list of names does not become another
  /// because one of them is `12`.
  private static func byLines(
    _ bytes: UnsafeRawBufferPointer, _ state: ContentGuess.State
  ) -> ContentGuess {
    var (lines, containers, strings) = (0, 0, 0)
    var start = 0
    while start < bytes.count, lines < sample {
      let found = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      guard let end = found ?? (state == .whole ? bytes.count : nil) else { break }
      let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      start = end + 1
      guard let first = line.first(where: { !$0.isJSONBlank }) else { continue }
      lines += 1
      let isContainer = RecordForm(openedBy: first) != nil
      guard isContainer || first == UInt8(ascii: "\""), JSONScanner.firstError(in: line) == nil
      else { continue }
      if isContainer { containers += 1 } else { strings += 1 }
    }
    if lines == 0, state == .stalled { return .later }
    if lines == 0, state == .cut { return .further }
    let isJSON = lines > 0 && (containers + strings == lines || 2 * containers >= lines)
    return isJSON ? .lines : .text
  }
}
