/// Finds where in a JSON text a value stands, so that messages can name its line.
///
/// It goes through the text once, when it is made; each question is then answered at once.
public struct JSONPlaces: Sendable {
  /// A place in a text, as messages name it.
  public struct Place: Hashable, Sendable {
    /// The line; the first is 1.
    public var line: Int

    /// The place in the bytes of the line; the first is 1.
    public var column: Int
  }

  private let text: JSONText
  private let start: Int

  /// What is in the objects and lists of the text, by where they begin.
  private let containers: [Int: JSONContainer]

  /// Where lines begin.
  private let lineStarts: [Int]

  /// The places of a text that is known to be JSON; in another they mean nothing.
  public init(_ bytes: [UInt8]) {
    text = JSONText(bytes: bytes)
    start = text.skipBlanks(0)
    containers = JSONContainer.all(in: text)
    lineStarts = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Where the value is that a way leads to, or, where it leads nowhere, the last value on the way.
  ///
  /// - Parameters:
  ///   - tokens: the names and positions on the way, as a JSON pointer has them; of members with the
  ///     same name the last is meant.
  ///   - isName: whether the name of the last member is meant, and not its value.
  ///   - scalar: how far into the text of a string, in Unicode scalars.
  public func place(of tokens: [String], isName: Bool = false, scalar: Int? = nil) -> Place {
    var position = start
    for (index, token) in tokens.enumerated() {
      guard let child = containers[position]?.child(token) else { break }
      position = isName && index == tokens.count - 1 ? child.start : child.value
    }
    return place(at: scalar.map { text.offset(ofScalar: $0, inStringAt: position) } ?? position)
  }

  private func place(at offset: Int) -> Place {
    let offset = min(offset, text.bytes.count)
    // The first line that begins behind it.
    var (low, high) = (0, lineStarts.count)
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return Place(line: low, column: offset - lineStarts[low - 1] + 1)
  }
}
