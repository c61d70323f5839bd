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
  }

  /// How much is looked at, from the first byte that is not blank, to tell lines from a document.
  private static let window = 1 << 20

  /// So many lines behind a broken first one are looked at.
  private static let candidates = 8

  /// How long a stream is given to go on; what it gave until then has to do.
  private static let patience = Duration.milliseconds(200)

  private let input: ByteInput
  private let cancellation: Cancellation

  init(_ input: ByteInput, _ cancellation: Cancellation) {
    self.input = input
    self.cancellation = cancellation
  }

  func content() throws(SourceError) -> Content {
    _ = try input.extent(beyond: input.start, cancellation)
    let head = try bytes(at: input.start, upTo: 16).bytes
    if let format = Self.format(head) { throw .format(input.name, name: format) }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      throw .utf16(input.name)
    }
    let start = input.start + (head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard let first = try firstByte(from: start) else { return .empty }
    if ["ndjson", "jsonl"].contains(fileExtension) { return .lines(from: start) }
    var size = FileBytes.blockSize
    while !cancellation.isCancelled {
      let (bytes, isWhole) = try bytes(at: first.offset, upTo: size)
      if let guess = bytes.withUnsafeBytes({ Self.guess($0, isWhole: isWhole, start) }) {
        return guess
      }
      let isStalled = !isWhole && bytes.count < size
      // What does not begin as JSON may be followed by lines that do: a banner, a warning.
      if isStalled, !Self.beginsValue(bytes[0]),
        !bytes.withUnsafeBytes({ Self.hasBrokenStart($0, isWhole: false) })
      {
        _ = try input.extent(beyond: first.offset + bytes.count, cancellation)
        continue
      }
      // An unfinished list is shown by its elements as they come.
      if bytes[0] == UInt8(ascii: "["), isStalled || bytes[...].firstLineEnd != nil,
        !Self.isOneLine(bytes)
      {
        return .document(from: start)
      }
      if isStalled, !Self.isSeveralLines(bytes) {
        if Self.isOneLine(bytes) { return .lines(from: start) }
        _ = try input.extent(beyond: first.offset + bytes.count, cancellation)
        continue
      }
      if bytes.count == size, size < Self.window {
        size = Self.window
        continue
      }
      if bytes.withUnsafeBytes({ Self.hasBrokenStart($0, isWhole: isWhole) }) {
        return .lines(from: start)
      }
      if !Self.beginsValue(bytes[0]) { throw notJSON(bytes, first) }
      break
    }
    return .document(from: start)
  }

  /// Up to so many bytes at a place, and whether they are all there will be; fewer where a stream
  /// gives no more for now.
  private func bytes(at offset: Int, upTo count: Int) throws(SourceError)
    -> (bytes: [UInt8], isWhole: Bool)
  {
    let extent = try input.extent(
      beyond: offset + count - 1, atMost: Self.patience, cancellation)
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

  /// What follows from the first value and what stands behind it; nil where that value does not end
  /// in the bytes, is none, or goes on with what is no value.
  private static func guess(_ bytes: UnsafeRawBufferPointer, isWhole: Bool, _ start: Int)
    -> Content?
  {
    guard beginsValue(bytes[0]), let end = JSONScanner.endOfValue(in: bytes, from: 0) else {
      return nil
    }
    guard let next = bytes[end...].firstIndex(where: { !$0.isJSONBlank }) else {
      // A single value: a document, unless more may follow outside of the window.
      return isWhole ? .document(from: start) : nil
    }
    let isOnOneLine = !bytes[..<end].contains(UInt8(ascii: "\n"))
    if isOnOneLine, bytes[end..<next].contains(UInt8(ascii: "\n")) { return .lines(from: start) }
    guard JSONScanner.container(of: bytes) != nil, beginsValue(bytes[next]) else { return nil }
    return .values(from: start)
  }

  /// Whether the bytes are one value and the end of its line.
  private static func isOneLine(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard beginsValue(bytes[0]), let end = JSONScanner.endOfValue(in: bytes, from: 0) else {
        return false
      }
      return bytes[end...].contains(UInt8(ascii: "\n"))
    }
  }

  /// Whether there is a line end, and more than blanks behind it.
  private static func isSeveralLines(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes[...].firstLineEnd else { return false }
    return bytes[end...].contains { !$0.isJSONBlank }
  }

  /// Whether the text is no document, but one of the lines behind the error is a list or an object
  /// by itself: then a broken line stands before lines.
  ///
  /// Lines that are indented do not count, nor does anything in a text that begins as a list: so
  /// look the parts of a document that has an error.
  private static func hasBrokenStart(_ bytes: UnsafeRawBufferPointer, isWhole: Bool) -> Bool {
    guard bytes[0] != UInt8(ascii: "[") else { return false }
    var error: JSONError?
    var rest = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    var seen = 0
    while rest < bytes.count, seen < candidates {
      let found = bytes[rest...].firstIndex(of: UInt8(ascii: "\n"))
      guard let end = found ?? (isWhole ? bytes.count : nil) else { return false }
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

  private func notJSON(_ bytes: [UInt8], _ place: Place) -> SourceError {
    let error = bytes.withUnsafeBytes { JSONScanner.firstError(in: $0) }
    return .notJSON(
      input.name,
      JSONError(
        offset: place.offset, line: place.line, column: place.column,
        reason: error?.reason ?? "expected a value"))
  }

  private var fileExtension: String {
    let name = input.name.split(separator: "/").last ?? ""
    return name.split(separator: ".").count > 1
      ? name.split(separator: ".").last?.lowercased() ?? "" : ""
  }

  private static func beginsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"):
      true
    default: false
    }
  }

  private static func format(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) { return "an SQLite database" }
    if bytes.starts(with: [0x1F, 0x8B]) { return "compressed by gzip" }
    if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return "compressed by zstd" }
    return nil
  }
}
