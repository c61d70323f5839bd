internal import MocoaLanguage
internal import MocoaModel

/// Finds out what an input holds by looking at its beginning.
///
/// What one says of it goes before its name, and its name before what it looks like:
///
/// - `areLines` makes it lines of text, a delimiter makes it rows.
/// - A name that ends with `.ndjson` or `.jsonl` makes it lines of JSON, `.json` JSON, `.csv`, `.tsv`, `.tab`
///   or `.psv` rows, unless it is JSON.
/// - What begins with `{` or `[` is JSON. An error in it is told, for broken JSON must not look like a
///   text that nobody has anything against. Only lines of logs, as `[INFO] ready`, are lines of text.
/// - Text whose first rows have as many cells as the first of them is delimited: see
///   `DelimitedDialect.Guess`.
/// - Text whose first lines are all JSON, as numbers are, and lists and objects behind a banner, are
///   lines of JSON; any other is lines of text: see `ContentGuess.orText`.
/// - What has a NUL is no text.
///
/// A stream is told by what it gave before it paused; by less than three lines of text only when there
/// has been no more for a while, since a banner or the names of columns may be all that came yet.
struct ContentSniffer {
  /// What an input holds; `from` is where it begins behind a byte order mark.
  enum Content: Equatable {
    case empty
    case lines(from: Int)
    case document(from: Int)

    /// Several values of which the first is on several lines, or has another beside it.
    case values(from: Int)

    /// Lines of text.
    case text(from: Int)

    /// Rows of delimited text.
    case delimited(from: Int, DelimitedDialect)
  }

  /// How much is looked at, from the first byte that is not blank, to tell lines from a document.
  private static let window = 1 << 20

  /// How long a stream is given to go on; what it gave until then has to do.
  private static let patience = Duration.milliseconds(200)

  /// How long a stream whose first lines say little is given, from when that was seen.
  private static let longPatience = Duration.seconds(1)

  private let input: ByteInput
  private let cancellation: Cancellation

  /// What to know of a command's output; nil for anything else.
  private let output: CommandOutput?

  private let options: RecordOptions

  init(
    _ input: ByteInput, _ cancellation: Cancellation, output: CommandOutput? = nil,
    _ options: RecordOptions = RecordOptions()
  ) {
    (self.input, self.output) = (input, output)
    (self.cancellation, self.options) = (cancellation, options)
  }

  func content() throws(SourceError) -> Content {
    _ = try input.extent(beyond: input.start, cancellation)
    let head = try bytes(at: input.start, upTo: 16).bytes
    if output == nil, !options.areLines { try Self.check(head, input.name) }
    let start = input.start + (head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard let first = try firstByte(from: start) else { return .empty }
    if options.areLines { return .text(from: start) }
    // What one says goes before what the name says.
    if ["ndjson", "jsonl"].contains(fileExtension), options.delimiterByte == nil {
      return .lines(from: start)
    }
    var size = FileBytes.blockSize
    var deadline: ContinuousClock.Instant?
    while !cancellation.isCancelled {
      let (bytes, isWhole) = try bytes(at: first.offset, upTo: size)
      let state: ContentGuess.State =
        isWhole
        ? .whole
        : bytes.count < size
          ? deadline.map { $0 <= .now } ?? false ? .silent : .stalled
          : size < Self.window ? .cut : .longest
      let guess = try guess(bytes, first, state, bytes.withUnsafeBytes { plainGuess($0, state) })
      switch guess {
      case .delimited(let dialect): return .delimited(from: start, dialect)
      case .lines: return .lines(from: start)
      case .document: return .document(from: start)
      case .values: return .values(from: start)
      case .text: return .text(from: start)
      case .nothing: throw notJSON(bytes, first)
      case .soon:
        let end = deadline ?? .now + Self.longPatience
        deadline = end
        // Why no more comes is told behind what is there.
        _ = try? input.extent(
          beyond: first.offset + bytes.count,
          atMost: max(.zero, ContinuousClock.now.duration(to: end)),
          cancellation)
      case .later: _ = try input.extent(beyond: first.offset + bytes.count, cancellation)
      case .further: size = Self.window
      }
    }
    return .document(from: start)
  }

  /// What the bytes are, where they are not delimited.
  private func plainGuess(
    _ bytes: UnsafeRawBufferPointer, _ state: ContentGuess.State
  ) -> ContentGuess {
    if let output { return output.guess(of: bytes, state) }
    let json = ContentGuess(of: bytes, state)
    return fileExtension == "json" ? json : json.orText(bytes, state)
  }

  /// What the bytes are, by what they would be if they were not delimited.
  private func guess(
    _ bytes: [UInt8], _ first: Place, _ state: ContentGuess.State, _ json: ContentGuess
  ) throws(SourceError) -> ContentGuess {
    let expectation = bytes.withUnsafeBytes { self.expectation(json, $0) }
    guard let expectation else { return json }
    // The blanks before the first byte are perhaps empty cells.
    let indent = min(first.column - 1, FileBytes.blockSize)
    let head = try input.bytes.bytes(at: first.offset - indent, upTo: indent) + bytes
    func guess(isWhole: Bool) -> DelimitedDialect.Guess {
      head.withUnsafeBytes {
        DelimitedDialect.Guess(
          of: $0, isWhole: isWhole, expectation, hasHeader: options.hasHeader)
      }
    }
    var found = guess(isWhole: state == .whole)
    // No more is looked at: the row that is cut has to do.
    if found == .unknown, state == .longest { found = guess(isWhole: true) }
    // Two rows have to do where there are no more; the one that is cut is none.
    if found == .nothing, state == .silent, let end = head.lastIndex(of: .lineFeed) {
      found = Array(head[...end]).withUnsafeBytes {
        DelimitedDialect.Guess(
          of: $0, isWhole: true, expectation, hasHeader: options.hasHeader)
      }
    }
    switch found {
    case .dialect(let dialect): return .delimited(dialect)
    case .nothing: return json
    case .unknown: return state == .cut ? .further : .later
    }
  }

  /// How sure it is that bytes are delimited text; nil where they are something else.
  private func expectation(_ json: ContentGuess, _ bytes: UnsafeRawBufferPointer)
    -> DelimitedDialect.Expectation?
  {
    if let delimiter = options.delimiterByte { return .delimited(by: delimiter) }
    if output != nil { return nil }
    let isContainer = RecordForm(openedBy: bytes[0]) != nil
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
    if isJSON || isContainer || json == .further { return nil }
    return options.hasHeader == nil ? .nothing : .delimited(by: nil)
  }

  /// Up to so many bytes at a place, and whether they are all there will be; fewer where a stream
  /// gives no more for now.
  private func bytes(at offset: Int, upTo count: Int) throws(SourceError)
    -> (bytes: [UInt8], isWhole: Bool)
  {
    let extent: ByteExtent
    do throws(SourceError) {
      extent = try input.extent(
        beyond: offset + count - 1, atMost: Self.patience, cancellation)
    } catch {
      // Why there is no more is told behind what is there.
      extent = try input.extent(beyond: offset, atMost: Self.patience, cancellation)
    }
    let end = max(offset, min(extent.count, offset + count))
    let bytes = try input.bytes.bytes(offset..<end)
    return (bytes, extent.isEnded && end == extent.count)
  }

  /// The first byte that is not blank; nil where there is none in the whole input.
  private func firstByte(from start: Int) throws(SourceError) -> Place? {
    var place = Place(offset: start, line: 1, column: 1)
    var reader = InputReader(input, from: start, cancellation)
    while case .bytes(let bytes) = try reader.next(upTo: FileBytes.blockSize) {
      for byte in bytes {
        guard byte.isJSONBlank else { return place }
        place.advance(over: CollectionOfOne(byte))
      }
    }
    return nil
  }

  private struct Place {
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

  private func notJSON(_ bytes: [UInt8], _ place: Place) -> SourceError {
    let error = bytes.withUnsafeBytes { JSONScanner.firstError(in: $0) }
    var place = place
    var reason = error?.reason ?? phrase("expected a value")
    if let nul = bytes.firstIndex(of: 0), nul > 0, fileExtension != "json" {
      place.advance(over: bytes[..<nul])
      reason = phrase("found U+0000, which no text has")
    }
    return .notJSON(
      input.name,
      JSONError(offset: place.offset, line: place.line, column: place.column, reason: reason))
  }

  private var fileExtension: String {
    let name = input.plainName.split(separator: "/").last ?? ""
    return name.split(separator: ".").count > 1
      ? name.split(separator: ".").last?.lowercased() ?? "" : ""
  }

  /// Refuses what begins in a way that tells that it is something else.
  private static func check(_ head: [UInt8], _ name: String) throws(SourceError) {
    if head.starts(with: Array("SQLite format 3\0".utf8)) {
      // Not a stream, nor what is packed, nor for what compares or reads records.
      throw .database(name, phrase("is a SQLite database, which only opens as a file (mocoa FILE)"))
    }
    if let format = format(head) { throw .format(name, name: format) }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || isWide(head) {
      throw .utf16(name)
    }
  }

  /// Whether bytes are letters of ASCII in UTF-16, without a mark that says so.
  private static func isWide(_ head: [UInt8]) -> Bool {
    let pairs = head.count / 2
    return pairs > 2 && (0..<pairs).allSatisfy { head[2 * $0] != 0 && head[2 * $0 + 1] == 0 }
  }

  private static func format(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x1F, 0x8B]) { return phrase("compressed by gzip") }
    if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return phrase("compressed by zstd") }
    return nil
  }
}
