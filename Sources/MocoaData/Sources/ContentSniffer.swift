/// Finds out what a file holds by looking at its beginning.
struct ContentSniffer {
  /// What a file holds; `from` is where it begins behind a byte order mark.
  enum Content: Equatable {
    case empty
    case lines(from: Int)
    case document(from: Int)
  }

  /// How much is looked at, from the first byte that is not blank, to tell lines from a document.
  private static let window = 1 << 20

  /// So many lines behind a broken first one are looked at.
  private static let candidates = 8

  private let file: FileBytes

  init(_ file: FileBytes) {
    self.file = file
  }

  func content() throws(SourceError) -> Content {
    let head = try file.bytes(0..<min(file.size, FileBytes.blockSize))
    if let format = Self.format(head) { throw .format(file.path, name: format) }
    let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = try firstByte(from: start) else { return .empty }
    if ["ndjson", "jsonl"].contains(fileExtension) { return .lines(from: start) }
    for size in [FileBytes.blockSize, Self.window] {
      let bytes = try file.bytes(first.offset..<min(file.size, first.offset + size))
      let isWhole = first.offset + bytes.count == file.size
      if let areLines = bytes.withUnsafeBytes({ Self.areLines($0, isWhole: isWhole) }) {
        return areLines ? .lines(from: start) : .document(from: start)
      }
      guard isWhole || size == Self.window else { continue }
      if bytes.withUnsafeBytes({ Self.hasBrokenStart($0, isWhole: isWhole) }) {
        return .lines(from: start)
      }
      if !Self.beginsValue(bytes[0]) { throw notJSON(bytes, first) }
      break
    }
    return .document(from: start)
  }

  /// The first byte that is not blank; nil where there is none in the whole file.
  private func firstByte(from start: Int) throws(SourceError) -> Place? {
    var place = Place(offset: start, line: 1, column: 1)
    while place.offset < file.size {
      let end = min(file.size, place.offset + FileBytes.blockSize)
      for byte in try file.bytes(place.offset..<end) {
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

  /// Whether the first value is a line of several; nil where that value does not end in the bytes,
  /// is none, or goes on behind its end.
  private static func areLines(_ bytes: UnsafeRawBufferPointer, isWhole: Bool) -> Bool? {
    guard beginsValue(bytes[0]), let end = JSONScanner.endOfValue(in: bytes, from: 0) else {
      return nil
    }
    guard let next = bytes[end...].firstIndex(where: { !$0.isJSONBlank }) else {
      // A single value: a document, unless more may follow outside of the window.
      return isWhole ? false : nil
    }
    return bytes[end..<next].contains(UInt8(ascii: "\n")) ? true : nil
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
      file.path,
      JSONError(
        offset: place.offset, line: place.line, column: place.column,
        reason: error?.reason ?? "expected a value"))
  }

  private var fileExtension: String {
    let name = file.path.split(separator: "/").last ?? ""
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
