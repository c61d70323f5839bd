internal import MocoaJSON
internal import MocoaModel

/// A classifier for the output of a command, based on its first bytes and on the previous run.
///
/// A command may print any text, so the classifier determines the intended format. Invalid JSON is
/// reported as an error. Text that only resembles JSON, such as a log, is read as lines of text.
struct CommandOutput: Sendable {
  /// The record layout of the output of the previous runs, or `nil` if none of them has printed
  /// records.
  var previousLayout: RecordLayout?

  /// The maximum number of lines that are examined to determine the format.
  private static let sample = 100

  /// Returns the intended format of an output.
  ///
  /// - Parameters:
  ///   - bytes: The beginning of the output, from the first byte that is not whitespace.
  ///   - state: The state of the output after `bytes`.
  func detectFormat(of bytes: UnsafeRawBufferPointer, _ state: FormatDetection.State)
    -> FormatDetection
  {
    byContainer(bytes, state) ?? Self.byLines(bytes, state)
  }

  /// Returns the format of an output that begins with an array or an object.
  ///
  /// - Returns: `nil` if the lines of the output must be examined to determine the format.
  private func byContainer(
    _ bytes: UnsafeRawBufferPointer, _ state: FormatDetection.State
  ) -> FormatDetection? {
    guard let form = RecordLayout(openedBy: bytes[0]) else { return nil }
    guard let end = JSONScanner.endOfValue(in: bytes, from: 0) else {
      switch Self.beginsContainer(bytes) {
      case true?: return FormatDetection(of: bytes, state)
      case false?: return nil
      case nil:
        return state == .stalled ? .needsMoreInput : state == .cut ? .needsMoreLookahead : nil
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
      // The previous output was several lines of JSON, so a single object is a line of JSON too.
      if form == .members, isOnOneLine, previousLayout == .lines { return .lines }
      return FormatDetection(of: bytes, state)
    }
    if RecordLayout(openedBy: bytes[next]) != nil,
      !isOnOneLine || !bytes[end..<next].contains(UInt8(ascii: "\n"))
    {
      return .values
    }
    // After an array or an object on several lines, only another value is valid.
    if isOnOneLine { return nil }
    return FormatDetection.beginsValue(bytes[next]) ? .values : .document
  }

  /// Returns `true` if a bracket is followed by a value and then by a byte that may follow a value.
  ///
  /// The result is `false` for `[INFO]`, `[12:30]` and `{name}`, and `nil` if more bytes are
  /// needed.
  private static func beginsContainer(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    var start = 0
    while true {
      let isList = bytes[start] == UInt8(ascii: "[")
      guard let first = bytes[(start + 1)...].firstIndex(where: { !$0.isJSONBlank }) else {
        return nil
      }
      if bytes[first] == UInt8(ascii: isList ? "]" : "}") { return true }
      guard isList ? FormatDetection.beginsValue(bytes[first]) : bytes[first] == UInt8(ascii: "\"")
      else { return false }
      guard let end = JSONScanner.endOfValue(in: bytes, from: first) else {
        if RecordLayout(openedBy: bytes[first]) == nil { return nil }
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

  /// Returns the format that most of the first lines have.
  ///
  /// Lines that are only a number or an unquoted word count as text. A list of names therefore
  /// stays text if one of the names is `12`.
  private static func byLines(
    _ bytes: UnsafeRawBufferPointer, _ state: FormatDetection.State
  ) -> FormatDetection {
    var (lines, containers, strings) = (0, 0, 0)
    var start = 0
    while start < bytes.count, lines < sample {
      let found = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      guard let end = found ?? (state == .complete ? bytes.count : nil) else { break }
      let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      start = end + 1
      guard let first = line.first(where: { !$0.isJSONBlank }) else { continue }
      lines += 1
      let isContainer = RecordLayout(openedBy: first) != nil
      guard isContainer || first == UInt8(ascii: "\""), JSONScanner.firstError(in: line) == nil
      else { continue }
      if isContainer { containers += 1 } else { strings += 1 }
    }
    if lines == 0, state == .stalled { return .needsMoreInput }
    if lines == 0, state == .cut { return .needsMoreLookahead }
    let isJSON = lines > 0 && (containers + strings == lines || 2 * containers >= lines)
    return isJSON ? .lines : .text
  }
}
