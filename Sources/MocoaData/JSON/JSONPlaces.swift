internal import MocoaModel

/// Finds where in a JSON text a value stands, so that messages can name its line.
///
/// Made for texts that people write: it goes through the text once for each question.
public struct JSONPlaces: Sendable {
  /// A place in a text, as messages name it.
  public struct Place: Hashable, Sendable {
    /// The line; the first is 1.
    public var line: Int

    /// The place in the bytes of the line; the first is 1.
    public var column: Int
  }

  private let bytes: [UInt8]

  /// The places of a text that is known to be JSON; in another they mean nothing.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Where the value is that a way leads to, or, where it leads nowhere, the last value on the way.
  ///
  /// - Parameters:
  ///   - tokens: the names and positions on the way, as a JSON pointer has them; of members with the
  ///     same name the last is meant.
  ///   - isName: whether the name of the last member is meant, and not its value.
  ///   - scalar: how far into the text of a string, in Unicode scalars.
  public func place(of tokens: [String], isName: Bool = false, scalar: Int? = nil) -> Place {
    var position = skipBlanks(0)
    for (index, token) in tokens.enumerated() {
      guard let child = child(token, ofValueAt: position) else { break }
      position = isName && index == tokens.count - 1 ? child.start : child.value
    }
    return place(at: scalar.map { self.offset(ofScalar: $0, inStringAt: position) } ?? position)
  }

  private func place(at offset: Int) -> Place {
    let head = bytes[..<min(offset, bytes.count)]
    let lineStart = head.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Place(
      line: head.count { $0 == UInt8(ascii: "\n") } + 1, column: head.count - lineStart + 1)
  }

  // MARK: - Walking

  private func byte(at position: Int) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private func skipBlanks(_ position: Int) -> Int {
    var position = position
    while let byte = byte(at: position), byte.isJSONBlank { position += 1 }
    return position
  }

  /// A child of a list or an object: where it begins, and where its value does.
  private func child(_ token: String, ofValueAt start: Int) -> (start: Int, value: Int)? {
    let isObject = byte(at: start) == UInt8(ascii: "{")
    guard isObject || byte(at: start) == UInt8(ascii: "[") else { return nil }
    var found: (start: Int, value: Int)?
    var index = 0
    var position = skipBlanks(start + 1)
    while let byte = byte(at: position), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") {
      let childStart = position
      var isMeant = Int(token) == index
      if isObject {
        let end = stringEnd(position)
        isMeant = (try? JSON.parse(Array(bytes[position..<end]))) == .text(token)
        position = skipBlanks(skipBlanks(end) + 1)
      }
      if isMeant { found = (childStart, position) }
      position = skipBlanks(valueEnd(position))
      if self.byte(at: position) == UInt8(ascii: ",") { position = skipBlanks(position + 1) }
      index += 1
    }
    return found
  }

  /// The place behind a string.
  private func stringEnd(_ start: Int) -> Int {
    var position = start + 1
    while let byte = byte(at: position), byte != UInt8(ascii: "\"") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, bytes.count)
  }

  /// The place behind a value; at least one byte further, whatever stands there.
  private func valueEnd(_ start: Int) -> Int {
    var position = start
    var depth = 0
    while let byte = byte(at: position) {
      switch byte {
      case UInt8(ascii: "\""): position = stringEnd(position)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return max(position, start + 1) }
        depth -= 1
        position += 1
      case UInt8(ascii: ",") where depth == 0: return max(position, start + 1)
      default: position += 1
      }
      if depth == 0, self.byte(at: position).map(isEnd) ?? true { return max(position, start + 1) }
    }
    return max(position, start + 1)
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte.isJSONBlank || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}")
      || byte == UInt8(ascii: "]")
  }

  /// The place of a scalar in the text of a string, whose escapes are one scalar each.
  private func offset(ofScalar count: Int, inStringAt start: Int) -> Int {
    guard byte(at: start) == UInt8(ascii: "\"") else { return start }
    let end = stringEnd(start) - 1
    var position = start + 1
    for _ in 0..<count where position < end {
      switch bytes[position] {
      case UInt8(ascii: "\\"):
        let isCode = byte(at: position + 1) == UInt8(ascii: "u")
        position += isCode ? (isPair(at: position) ? 12 : 6) : 2
      case 0xF0...: position += 4
      case 0xE0...: position += 3
      case 0xC0...: position += 2
      default: position += 1
      }
    }
    return min(position, end)
  }

  /// Whether `\uXXXX` begins a pair of surrogates, which are one scalar.
  private func isPair(at position: Int) -> Bool {
    guard position + 6 <= bytes.count else { return false }
    let digits = bytes[position + 2..<position + 4].map { $0.hexValue ?? 0 }
    return digits.first == 0xD && (8...11).contains(digits.last ?? 0)
  }
}
