internal import MocoaModel

/// The rules that distinguish JSON from lines of text.
///
/// Text that begins with a bracket is JSON, even if it is invalid, unless its lines begin with text
/// in brackets and continue with other text, as those of logs do. Any other text is JSON only in
/// two cases. Either all its first lines are values, such as numbers, or most lines after a banner
/// are lists or objects. All other text is lines of text, unless it contains a NUL, which does not
/// occur in text.
extension FormatDetection {
  /// The maximum number of lines that are examined.
  static let sample = 100

  /// The maximum number of lines of a banner, which precede the first list or object of lines of
  /// JSON.
  private static let bannerLimit = 9

  /// Returns this format, which was detected as JSON, or the format of lines of text.
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

  /// Returns the end of the lines that are sufficient to recognize lines of text.
  ///
  /// These are as many lines as a banner may have. They contain no control characters, no JSON and
  /// no delimiter that could separate rows. Later lines cannot change the format.
  ///
  /// - Returns: `nil` if more lines are needed.
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
    isComplete isWhole: Bool, atMost limit: Int, _ body: (UnsafeRawBufferPointer, UInt8) -> Void
  ) -> (count: Int, end: Int) {
    var (start, number) = (0, 0)
    while start < count, number < limit {
      guard let end = first(.lineFeed, from: start) ?? (isWhole ? count : nil) else { break }
      let line = UnsafeRawBufferPointer(rebasing: self[start..<end])
      start = end + 1
      guard let first = line.first(where: { !$0.isJSONBlank }) else { continue }
      number += 1
      body(line, first)
    }
    return (number, Swift.min(start, count))
  }
}

/// The numbers of the first nonblank lines of a text that are valid JSON.
///
/// Each line is examined separately.
private struct FirstLines {
  private(set) var count = 0

  /// The number of lines that are valid JSON.
  private(set) var values = 0

  /// The number of lines that are valid lists or objects.
  private(set) var containers = 0

  /// The number of lines before the first list or object, or `nil` if there is none.
  private(set) var firstContainer: Int?

  /// The offset of the end of the last line.
  private(set) var end = 0

  /// Examines the first lines of a text.
  ///
  /// - Parameter isWhole: A Boolean value that indicates whether the last line needs no line end.
  init(_ bytes: UnsafeRawBufferPointer, isComplete isWhole: Bool, atMost limit: Int) {
    end =
      bytes.forEachFirstLine(isComplete: isWhole, atMost: limit) { line, first in
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

/// The first lines of a text, of which some may be *stamped*.
///
/// A stamped line begins with text in brackets and continues with other text.
private struct StampedLines {
  private(set) var count = 0
  private(set) var stamped = 0

  /// The number of stamped lines whose text in brackets is not a valid JSON list, such as `[INFO]`.
  private var named = 0

  /// The number of lines that are valid JSON on their own.
  private var values = 0

  /// The offset of the end of the last line.
  private(set) var end = 0

  init(_ bytes: UnsafeRawBufferPointer, isComplete isWhole: Bool, atMost limit: Int) {
    end =
      bytes.forEachFirstLine(isComplete: isWhole, atMost: limit) { line, _ in
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

  /// A Boolean value that indicates whether the stamped lines show that the text is not JSON.
  ///
  /// If each stamp is a valid list, such as `[0.5]`, at least two lines must have one.
  var areText: Bool { values == 0 && 2 * stamped >= count && (named > 0 || stamped > 1) }
}
