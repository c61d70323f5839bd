internal import MocoaModel

/// Finds out what an input holds by looking at its beginning.
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
    if output == nil { try Self.check(head, input.name) }
    let start = input.start + (head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard let first = try firstByte(from: start) else { return .empty }
    // What one says goes before what the name says.
    if ["ndjson", "jsonl"].contains(fileExtension), options.delimiterByte == nil {
      return .lines(from: start)
    }
    var size = FileBytes.blockSize
    while !cancellation.isCancelled {
      let (bytes, isWhole) = try bytes(at: first.offset, upTo: size)
      let state: ContentGuess.State =
        isWhole ? .whole : bytes.count < size ? .stalled : size < Self.window ? .cut : .longest
      let json = bytes.withUnsafeBytes {
        output?.guess(of: $0, state) ?? ContentGuess(of: $0, state)
      }
      let guess = try guess(bytes, first, state, json)
      switch guess {
      case .delimited(let dialect): return .delimited(from: start, dialect)
      case .lines: return .lines(from: start)
      case .document: return .document(from: start)
      case .values: return .values(from: start)
      case .text: return .text(from: start)
      case .nothing: throw notJSON(bytes, first)
      case .later: _ = try input.extent(beyond: first.offset + bytes.count, cancellation)
      case .further: size = Self.window
      }
    }
    return .document(from: start)
  }

  /// What the bytes are, by what they would be as JSON.
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
    switch found {
    case .dialect(let dialect): return .delimited(dialect)
    case .nothing: return json
    case .unknown: return state == .stalled ? .later : .further
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
      case .values: true
      case .lines: isContainer || Self.isJSON(lineOf: bytes)
      case .document: JSONScanner.firstError(in: bytes).map { $0.offset >= bytes.count } ?? true
      default: false
      }
    if isContainer && isJSON { return nil }
    switch fileExtension {
    case "csv": return .delimited(by: nil)
    case "tsv", "tab": return .delimited(by: UInt8(ascii: "\t"))
    case "psv": return .delimited(by: UInt8(ascii: "|"))
    default: break
    }
    if isJSON || isContainer || json == .further { return nil }
    return options.hasHeader == nil ? .nothing : .delimited(by: nil)
  }

  /// Whether the first line is JSON by itself.
  private static func isJSON(lineOf bytes: UnsafeRawBufferPointer) -> Bool {
    let end = bytes.first(.lineFeed, from: 0) ?? bytes.count
    return JSONScanner.firstError(in: UnsafeRawBufferPointer(rebasing: bytes[..<end])) == nil
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
        place.offset += 1
        place.column += 1
        if byte == UInt8(ascii: "\n") { (place.line, place.column) = (place.line + 1, 1) }
      }
    }
    return nil
  }

  private struct Place {
    var offset: Int
    var line: Int
    var column: Int
  }

  private func notJSON(_ bytes: [UInt8], _ place: Place) -> SourceError {
    let error = bytes.withUnsafeBytes { JSONScanner.firstError(in: $0) }
    return .notJSON(
      input.name,
      JSONError(
        offset: place.offset, line: place.line, column: place.column,
        reason: error?.reason ?? "expected a value"))
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
      throw .database(name, "is a SQLite database, which only opens as a file (mocoa FILE)")
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
    if bytes.starts(with: [0x1F, 0x8B]) { return "compressed by gzip" }
    if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return "compressed by zstd" }
    return nil
  }
}
