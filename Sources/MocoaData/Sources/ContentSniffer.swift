internal import MocoaLocalization
internal import MocoaJSON
internal import MocoaModel

/// A detector of the format of an input from its first bytes.
///
/// Options take precedence over the file name, and the name over the content:
///
/// - If the option `treatsInputAsLines` is set, the input is lines of text. If a delimiter is set,
///   it is rows.
/// - A file with the extension `.ndjson` or `.jsonl` is lines of JSON, and one with `.json` is
///   JSON. A file with `.csv`, `.tsv`, `.tab` or `.psv` is rows unless it is JSON.
/// - Input that begins with `{` or `[` is JSON. An error in it is reported, because invalid JSON
///   must not pass as text. Only lines of logs, such as `[INFO] ready`, are lines of text.
/// - Text whose first rows all have the same number of fields is delimited: see
///   `DelimitedDialect.Detection`.
/// - Text whose first lines are all JSON values, or arrays and objects after a banner, is lines of
///   JSON. Any other text is lines of text: see `FormatDetection.orText`.
/// - Input that contains a NUL is not text.
///
/// The format of a text that begins with neither bracket is determined from its first 100 lines.
/// The first 9 lines suffice if they can only be lines of text. Any other format is determined from
/// the first 64 KiB, or from 1 MiB if these do not suffice. A stream that has sent fewer bytes has
/// a provisional format, which later bytes may change. When all these bytes are available, the
/// format is the same as that of a file.
struct ContentSniffer {
  /// The format of an input.
  ///
  /// The associated value `from` is the offset after a byte order mark.
  enum Content: Equatable {
    case empty
    case lines(from: Int)
    case document(from: Int)

    /// Several JSON values.
    ///
    /// The first spans several lines, or another value follows it on the same line.
    case values(from: Int)

    /// Lines of text.
    case text(from: Int)

    /// Rows of delimited text.
    case delimited(from: Int, DelimitedDialect)
  }

  /// The format that the available bytes indicate.
  struct Finding: Equatable {
    /// The format, or `nil` if more bytes are needed.
    var content: Content?

    /// A Boolean value that indicates whether later bytes cannot change the format.
    var isFinal: Bool

    /// The offset after the bytes that were examined.
    var end: Int
  }

  /// The maximum number of bytes that are examined, starting at the first byte that is not
  /// whitespace.
  private static let window = 1 << 20

  /// The time to wait for the final format of a stream before a provisional format is used.
  private static let timeout = Duration.milliseconds(200)

  /// The minimum pause of a stream before its available bytes are examined.
  private static let pause = Duration.milliseconds(30)

  /// The maximum pause of a stream before its available bytes are examined.
  ///
  /// On a busy machine, the examination may take long. Without this limit, the required pause would
  /// also be long.
  private static let maxPause = Duration.milliseconds(300)

  /// The maximum number of bytes that determine the encoding of an input.
  private static let headSize = 16

  private let input: ByteInput
  private let cancellation: CancellationToken

  /// The classifier for the output of a command, or `nil` for any other input.
  private let output: CommandOutput?

  private let options: RecordOptions

  /// The offset of the text after a byte order mark, or `nil` if it is not known yet.
  private var start: Int?

  /// The location of the first byte that is not whitespace, or `nil` if it is not known yet.
  private var first: Position?

  /// The number of bytes that the next examination reads.
  private var size = FileBytes.blockSize

  /// The extent of the input when it was last examined.
  private var extent: ByteExtent?

  /// The time that the last examination took.
  private var examinationTime = Duration.zero

  /// The number of examined bytes.
  ///
  /// A byte that is examined several times counts several times.
  private(set) var examinedCount = 0

  init(
    _ input: ByteInput, _ cancellation: CancellationToken, output: CommandOutput? = nil,
    _ options: RecordOptions = RecordOptions()
  ) {
    (self.input, self.output) = (input, output)
    (self.cancellation, self.options) = (cancellation, options)
  }

  /// Waits until the format is final, and returns it.
  mutating func content() throws(SourceError) -> Content {
    while true {
      let finding = try next()
      guard finding.isFinal || cancellation.isCancelled else { continue }
      return finding.content ?? .document(from: input.start)
    }
  }

  /// Returns the format that the available bytes indicate.
  ///
  /// The first call waits briefly for enough bytes to determine the format. Each later call waits
  /// for more bytes than before.
  ///
  /// - Throws: ``SourceError`` once it is certain that the input contains no records.
  mutating func next() throws(SourceError) -> Finding {
    let isFirst = extent == nil
    try waitForMore()
    if isFirst { try wait(beyond: input.start + Self.headSize - 1, atMost: Self.timeout) }
    guard let start = try beginning() else { return finding(nil, isFinal: false) }
    if first == nil {
      first = try firstByte(from: start)
      if let first { try wait(beyond: first.offset, atMost: .zero) }
    }
    guard let first else { return finding(.empty) }
    if options.treatsInputAsLines { return finding(.text(from: start)) }
    // Options take precedence over the file name.
    if ["ndjson", "jsonl"].contains(fileExtension), options.delimiterByte == nil {
      return finding(.lines(from: start))
    }
    while true {
      if isFirst { try wait(beyond: first.offset + size, atMost: Self.timeout) }
      let time = ContinuousClock.now
      let (bytes, state) = try bytesToExamine(from: first.offset)
      let guess = try detect(
        bytes, first, state, bytes.withUnsafeBytes { detectUndelimited($0, state) })
      examinationTime = ContinuousClock.now - time
      if guess == .needsMoreLookahead, state == .cut {
        size = Self.window
        continue
      }
      let isFinal = state != .stalled || isDetermined(by: bytes)
      switch guess {
      case .delimited(let dialect):
        return finding(
          .delimited(from: start, dialect), isFinal: isFinal || isDialectDetermined(by: bytes))
      case .lines: return finding(.lines(from: start), isFinal: isFinal)
      case .document: return finding(.document(from: start), isFinal: isFinal)
      case .values: return finding(.values(from: start), isFinal: isFinal)
      case .text: return finding(.text(from: start), isFinal: isFinal)
      case .notJSON, .needsMoreInput, .needsMoreLookahead:
        if isFinal { throw notJSON(bytes, first) }
        return finding(nil, isFinal: false)
      }
    }
  }

  private func finding(_ content: Content?, isFinal: Bool = true) -> Finding {
    Finding(content: content, isFinal: isFinal, end: extent?.count ?? input.start)
  }

  /// Returns `true` if the format that the bytes indicate is final, regardless of later bytes.
  private func isDetermined(by bytes: [UInt8]) -> Bool {
    if output != nil || options.delimiterByte != nil { return false }
    return bytes.withUnsafeBytes(FormatDetection.isDetermined)
  }

  /// Returns `true` if the options and the bytes determine the dialect, regardless of later bytes.
  private func isDialectDetermined(by bytes: [UInt8]) -> Bool {
    output == nil && options.delimiterByte != nil && options.hasHeader != nil
      && bytes.contains(.lineFeed)
  }

  /// Returns the start of the text, or `nil` if more bytes are needed to determine it.
  private mutating func beginning() throws(SourceError) -> Int? {
    if let start { return start }
    let extent = extent ?? ByteExtent(count: input.start, isEnded: true)
    let end = max(input.start, min(extent.count, input.start + Self.headSize))
    let head = try input.bytes.bytes(input.start..<end)
    let isKnown = extent.isEnded || head.count == Self.headSize
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let isChecked = output == nil && !options.treatsInputAsLines
    if isKnown, isChecked { try Self.check(head, input.name) }
    if !isKnown, head.count < mark.count && mark.starts(with: head) || isChecked && isSuspect(head)
    {
      return nil
    }
    let start = input.start + (head.starts(with: mark) ? mark.count : 0)
    if isKnown { self.start = start }
    return start
  }

  /// Returns `true` if the first bytes may be those of a format that the program does not support.
  private func isSuspect(_ head: [UInt8]) -> Bool {
    do throws(SourceError) {
      try Self.check(head, input.name)
      return false
    } catch {
      return true
    }
  }

  /// Returns the bytes to examine, starting at the first byte that is not whitespace, and the state
  /// of the input after them.
  private mutating func bytesToExamine(from offset: Int) throws(SourceError)
    -> (bytes: [UInt8], state: FormatDetection.State)
  {
    let extent = extent ?? ByteExtent(count: offset, isEnded: true)
    let end = max(offset, min(extent.count, offset + size))
    var bytes = try input.bytes.bytes(offset..<end)
    examinedCount += bytes.count
    let isAll = extent.isEnded && end == extent.count
    if isFormatUnspecified, size < Self.window,
      let sample = bytes.withUnsafeBytes({ FormatDetection.endOfPlainSample(in: $0) }),
      sample < bytes.count || !isAll
    {
      bytes.removeLast(bytes.count - sample)
      return (bytes, .cut)
    }
    if output == nil, size < Self.window,
      let sample = bytes.withUnsafeBytes({ FormatDetection.endOfSample(in: $0) }),
      sample < bytes.count
    {
      bytes.removeLast(bytes.count - sample)
      return (bytes, .cut)
    }
    if isAll { return (bytes, .complete) }
    guard extent.count > offset + size else { return (bytes, .stalled) }
    return (bytes, size < Self.window ? .cut : .limitReached)
  }

  /// A Boolean value that indicates whether neither options nor the file name determine the format,
  /// and the text begins at the start of a line.
  private var isFormatUnspecified: Bool {
    output == nil && options.delimiterByte == nil && options.hasHeader == nil
      && !["json", "csv", "tsv", "tab", "psv"].contains(fileExtension) && first?.column == 1
  }

  /// Waits until more bytes are available than were examined.
  ///
  /// If bytes arrive in quick succession, the number of bytes doubles before the next examination,
  /// so that each byte is examined only a few times. A stream must pause for longer than an
  /// examination takes, but at most 300 ms, before its bytes are examined. A slow stream therefore
  /// does not cause more work.
  private mutating func waitForMore() throws(SourceError) {
    guard let count = extent?.count else { return try wait(beyond: input.start) }
    try wait(beyond: count)
    let examined = count - (first?.offset ?? input.start)
    try wait(beyond: count + examined, atMost: Self.pause(afterExamining: examinationTime))
  }

  /// Returns the pause of a stream that is required before the next examination.
  ///
  /// - Parameter time: The time that the last examination took.
  static func pause(afterExamining time: Duration) -> Duration {
    min(max(pause, time * 16), maxPause)
  }

  /// Waits until more than `offset` bytes are available, or no more bytes can arrive.
  private mutating func wait(beyond offset: Int, atMost limit: Duration? = nil)
    throws(SourceError)
  {
    do throws(SourceError) {
      extent = try input.extent(beyond: offset, atMost: limit, cancellation)
    } catch {
      // An error of the input is reported after the available bytes.
      guard input.bytes.size > input.start else { throw error }
      extent = try input.extent(beyond: input.start, atMost: .zero, cancellation)
    }
  }

  /// Returns the format of bytes that are not delimited text.
  private func detectUndelimited(
    _ bytes: UnsafeRawBufferPointer, _ state: FormatDetection.State
  ) -> FormatDetection {
    if let output { return output.detectFormat(of: bytes, state) }
    let json = FormatDetection(of: bytes, state)
    return fileExtension == "json" ? json : json.orText(bytes, state)
  }

  /// Returns the format of bytes.
  ///
  /// - Parameter json: The format that the bytes have if they are not delimited text.
  private func detect(
    _ bytes: [UInt8], _ first: Position, _ state: FormatDetection.State, _ json: FormatDetection
  ) throws(SourceError) -> FormatDetection {
    let expectation = bytes.withUnsafeBytes { self.expectation(json, $0) }
    guard let expectation else { return json }
    // Whitespace before the first byte may consist of empty fields.
    let indent = min(first.column - 1, FileBytes.blockSize)
    let head = try input.bytes.bytes(at: first.offset - indent, upTo: indent) + bytes
    func guess(isComplete: Bool) -> DelimitedDialect.Detection {
      head.withUnsafeBytes {
        DelimitedDialect.Detection(
          of: $0, isComplete: isComplete, expectation, hasHeader: options.hasHeader)
      }
    }
    var found = guess(isComplete: state == .complete)
    // No more bytes are examined, so the incomplete row counts.
    if found == .needsMoreInput, state == .limitReached { found = guess(isComplete: true) }
    // While no more rows are available, two are sufficient. The incomplete row does not count.
    if found == .notDelimited, state == .stalled, let end = head.lastIndex(of: .lineFeed) {
      found = Array(head[...end]).withUnsafeBytes {
        DelimitedDialect.Detection(
          of: $0, isComplete: true, expectation, hasHeader: options.hasHeader)
      }
    }
    switch found {
    case .dialect(let dialect): return .delimited(dialect)
    case .notDelimited: return json
    case .needsMoreInput: return state == .cut ? .needsMoreLookahead : .needsMoreInput
    }
  }

  /// Returns the format to expect when the bytes are examined for delimited text.
  ///
  /// - Returns: `nil` if the bytes are not delimited text.
  private func expectation(_ json: FormatDetection, _ bytes: UnsafeRawBufferPointer)
    -> DelimitedDialect.Expectation?
  {
    if let delimiter = options.delimiterByte { return .delimited(by: delimiter) }
    if output != nil { return nil }
    let isContainer = RecordLayout(openedBy: bytes[0]) != nil
    let isJSON =
      switch json {
      case .values, .lines: true
      case .document: JSONScanner.firstError(in: bytes).map { $0.offset >= bytes.count } ?? true
      default: false
      }
    if isContainer && isJSON { return nil }
    switch fileExtension {
    case "json" where options.hasHeader == nil: return nil
    case "csv": return .delimited(by: nil)
    case "tsv", "tab": return .delimited(by: UInt8(ascii: "\t"))
    case "psv": return .delimited(by: UInt8(ascii: "|"))
    default: break
    }
    if isJSON || isContainer || json == .needsMoreLookahead { return nil }
    return options.hasHeader == nil ? .unspecified : .delimited(by: nil)
  }

  /// Returns the location of the first byte that is not whitespace, or `nil` if there is none.
  private func firstByte(from start: Int) throws(SourceError) -> Position? {
    var position = Position(offset: start, line: 1, column: 1)
    var reader = InputReader(input, from: start, cancellation)
    while case .bytes(let bytes) = try reader.next(upTo: FileBytes.blockSize) {
      for byte in bytes {
        guard byte.isJSONBlank else { return position }
        position.advance(over: CollectionOfOne(byte))
      }
    }
    return nil
  }

  private struct Position {
    var offset: Int
    var line: Int
    var column: Int

    mutating func advance(over bytes: some Sequence<UInt8>) {
      for byte in bytes {
        offset += 1
        column += 1
        if byte == .lineFeed { (line, column) = (line + 1, 1) }
      }
    }
  }

  private func notJSON(_ bytes: [UInt8], _ position: Position) -> SourceError {
    let error = bytes.withUnsafeBytes { JSONScanner.firstError(in: $0) }
    var position = position
    var reason = error?.reason ?? localized("expected a value")
    if let nul = bytes.firstIndex(of: 0), nul > 0, fileExtension != "json" {
      position.advance(over: bytes[..<nul])
      reason = localized("found U+0000")
    }
    return .notJSON(
      input.name,
      JSONError(
        offset: position.offset, line: position.line, column: position.column, reason: reason))
  }

  private var fileExtension: String {
    let name = input.uncompressedName.split(separator: "/").last ?? ""
    return name.split(separator: ".").count > 1
      ? name.split(separator: ".").last?.lowercased() ?? "" : ""
  }

  /// Throws an error if the first bytes are those of an unsupported format.
  private static func check(_ head: [UInt8], _ name: String) throws(SourceError) {
    if head.starts(with: Array("SQLite format 3\0".utf8)) {
      // A database opens only as a regular file, not from a stream or compressed, nor where records
      // are read.
      throw .database(
        name, localized("is a SQLite database (open it with mocoa FILE)"))
    }
    if let format = format(head) { throw .format(name, name: format) }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || isWide(head) {
      throw .utf16(name)
    }
  }

  /// Returns `true` if bytes are ASCII characters in UTF-16 without a byte order mark.
  private static func isWide(_ head: [UInt8]) -> Bool {
    let pairs = head.count / 2
    return pairs > 2 && (0..<pairs).allSatisfy { head[2 * $0] != 0 && head[2 * $0 + 1] == 0 }
  }

  private static func format(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x1F, 0x8B]) { return localized("compressed by gzip") }
    if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return localized("compressed by zstd") }
    return nil
  }
}
