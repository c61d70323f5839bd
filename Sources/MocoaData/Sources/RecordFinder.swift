internal import MocoaModel

/// Goes where a JSON pointer leads, without reading further than it has to.
struct RecordFinder {
  let input: ByteInput
  let pointer: JSONPointer
  let cancellation: Cancellation

  /// Where a value stands.
  enum Place: Equatable {
    /// A list, an object, or a sequence of values that begins there, by what its records are.
    case container(RecordForm, at: Int)

    /// A value that holds no others.
    case scalar(Range<Int>)
  }

  /// How much is read at a time.
  private static let portion = 1 << 20

  /// Follows tokens from one place to another.
  func follow(_ tokens: ArraySlice<String>, from place: Place) throws(SourceError) -> Place {
    var place = place
    for token in tokens {
      switch place {
      case .container(let form, let start):
        place = try child(token, JSONSplit(from: start, isSequence: form == .values, pauses: true))
      case .scalar: throw nothing(token)
      }
    }
    return place
  }

  /// What the value that begins at or behind a place is, when it ends at `end` at the latest.
  func place(at range: Range<Int>) throws(SourceError) -> Place {
    var reader = InputReader(input, from: range.lowerBound, cancellation)
    reader.end = range.upperBound
    while case .bytes(let bytes) = try reader.next(upTo: FileBytes.blockSize) {
      guard let first = bytes.firstIndex(where: { !$0.isJSONBlank }) else { continue }
      let start = reader.offset - bytes.count + first
      guard let form = RecordForm(openedBy: bytes[first]) else {
        return .scalar(start..<range.upperBound)
      }
      return .container(form, at: start)
    }
    return .scalar(range)
  }

  /// The error for a step that leads nowhere.
  func nothing(_ token: String) -> SourceError {
    cancellation.isCancelled
      ? .stopped : .noSuchValue(input.name, pointer: pointer.text, token: token)
  }

  private func child(_ token: String, _ split: JSONSplit) throws(SourceError) -> Place {
    let wanted = JSONPointer.position(token)
    var search = Search(split: split, longestName: 6 * token.utf8.count + 2)
    var reader = InputReader(input, from: split.offset, cancellation)
    while case .bytes(let bytes) = try reader.next(upTo: Self.portion) {
      let place = search.read(bytes) { position, name in
        name.map { $0.withUnsafeBytes { JSONScanner.isName($0, token) } } ?? (position == wanted)
      }
      if let place { return place }
      if search.isOver { break }
    }
    // A number ends with the input.
    guard let place = search.read([UInt8(ascii: " ")], { _, _ in false }) else {
      throw nothing(token)
    }
    return place
  }
}

/// The search for one child, piece by piece.
private struct Search {
  private var split: JSONSplit
  private var position = 0
  private var name: [UInt8] = []
  private var isFound = false

  /// A name of more bytes is another one, however it is escaped.
  private let longestName: Int

  init(split: JSONSplit, longestName: Int) {
    self.split = split
    self.longestName = longestName
  }

  /// Whether the child will not come any more.
  var isOver: Bool { split.isClosed || split.isWrong }

  /// Reads on until the child is found.
  ///
  /// - Parameter isWanted: tells a child by its position, and by its name where it has one.
  mutating func read(_ bytes: [UInt8], _ isWanted: (Int, [UInt8]?) -> Bool) -> RecordFinder.Place? {
    let start = split.offset
    while split.offset - start < bytes.count, !isOver {
      let before = split.offset
      var children: [JSONSplit.Child] = []
      bytes.withUnsafeBytes {
        split.read(UnsafeRawBufferPointer(rebasing: $0[(before - start)...]), into: &children)
      }
      if isFound, let child = children.first { return .scalar(child.value..<child.end) }
      if split.form == .members { keepName(bytes, from: before, base: start) }
      guard split.isPaused else { continue }
      let isMember = split.form == .members
      isFound = isWanted(position, isMember ? Self.withoutColon(name) : nil)
      position += 1
      guard isFound, let form = RecordForm(openedBy: bytes[split.offset - start]) else { continue }
      return .container(form, at: split.offset)
    }
    return nil
  }

  private static func withoutColon(_ name: [UInt8]) -> [UInt8] {
    let end = name.withUnsafeBytes { JSONScanner.endOfValue(in: $0, from: 0) }
    return Array(name.prefix(end ?? name.count))
  }

  /// Keeps the bytes of the name that is being read.
  private mutating func keepName(_ bytes: [UInt8], from before: Int, base: Int) {
    guard let child = split.openChild else { return }
    let nameStart = child.start
    if nameStart >= before { name = [] }
    // Behind the value's beginning nothing is a name.
    guard split.isPaused || split.isInName, name.count <= longestName else { return }
    name += bytes[(max(nameStart, before) - base)..<(split.offset - base)]
  }
}
