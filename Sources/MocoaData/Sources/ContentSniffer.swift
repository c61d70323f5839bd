/// Finds out what a file holds by looking at its beginning.
struct ContentSniffer {
  /// What a file holds; `from` is where it begins behind a byte order mark.
  enum Content: Equatable {
    case empty
    case lines(from: Int)
    case document(from: Int)
  }

  /// How much is looked at to tell lines from a document.
  private static let window = 1 << 20

  private let file: FileBytes

  init(_ file: FileBytes) {
    self.file = file
  }

  func content() throws(SourceError) -> Content {
    let size = min(file.size, Self.window)
    guard var bytes = file.read(0..<min(size, FileBytes.blockSize)) else {
      throw .system(file.path, 5)
    }
    if let format = Self.format(bytes) { throw .format(file.path, name: format) }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if ["ndjson", "jsonl"].contains(fileExtension) { return .lines(from: start) }
    if let content = try content(bytes, from: start, isWhole: bytes.count == file.size) {
      return content
    }
    guard let more = file.read(0..<size) else { throw .system(file.path, 5) }
    bytes = more
    return try content(bytes, from: start, isWhole: bytes.count == file.size)
      ?? .document(from: start)
  }

  /// What the bytes tell; nil where the first value does not end in them.
  private func content(_ bytes: [UInt8], from start: Int, isWhole: Bool) throws(SourceError)
    -> Content?
  {
    guard let first = bytes[start...].firstIndex(where: { !Self.isBlank($0) }) else {
      return isWhole ? .empty : .document(from: start)
    }
    guard Self.beginsValue(bytes[first]) else { throw notJSON(bytes, at: first) }
    guard let end = bytes.withUnsafeBytes({ JSONScanner.endOfValue(in: $0, from: first) }) else {
      return nil
    }
    guard let next = bytes[end...].firstIndex(where: { !Self.isBlank($0) }) else {
      // A single value: a document, unless more may follow outside of the window.
      return isWhole ? .document(from: start) : nil
    }
    let isNewLine = bytes[end..<next].contains(UInt8(ascii: "\n"))
    return isNewLine ? .lines(from: start) : .document(from: start)
  }

  private func notJSON(_ bytes: [UInt8], at offset: Int) -> SourceError {
    let error = bytes.withUnsafeBytes { JSONScanner.firstError(in: $0) }
    let line = bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    let column = offset - (bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? -1)
    return .notJSON(
      file.path,
      error ?? JSONError(offset: offset, line: line, column: column, reason: "expected a value"))
  }

  private var fileExtension: String {
    let name = file.path.split(separator: "/").last ?? ""
    return name.split(separator: ".").count > 1
      ? name.split(separator: ".").last?.lowercased() ?? "" : ""
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
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
