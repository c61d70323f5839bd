internal import MocoaLocalization

/// The reason why a text is not JSON, with the location of the error.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset of the error in bytes from the start of the text.
  public var offset: Int

  /// The line number of the error, from 1.
  public var line: Int

  /// The column number of the error in bytes, from 1.
  public var column: Int

  /// The reason, usually the expected and the actual text, in one line of printable characters.
  public var reason: String

  /// Creates an error.
  public init(offset: Int, line: Int, column: Int, reason: String) {
    self.offset = offset
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// The reason and the location, in one line.
  public var description: String { localized("\(reason) at line \(line), column \(column)") }
}

extension JSONError {
  /// Creates an error at an offset of `bytes` and counts its line and column.
  package init(_ reason: String, at offset: Int, of bytes: UnsafeRawBufferPointer) {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    self.init(offset: offset, line: line, column: offset - lineStart + 1, reason: reason)
  }
}
