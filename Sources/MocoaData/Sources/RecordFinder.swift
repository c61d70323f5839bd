internal import MocoaJSON
internal import MocoaModel

/// A search for the value at a JSON pointer, which reads no more of the input than necessary.
struct RecordFinder {
  let input: ByteInput
  let pointer: JSONPointer
  let cancellation: CancellationToken

  /// The location of a value in the input.
  enum Target: Equatable {
    /// An array, an object, or a sequence of values at an offset, with the layout of its records.
    case container(RecordLayout, at: Int)

    /// The range of a value without children.
    case scalar(Range<Int>)
  }

  /// The number of bytes that are read at a time.
  private static let portion = 1 << 20

  /// Returns the location of a value, starting at the location of one of its ancestors.
  ///
  /// - Parameters:
  ///   - tokens: The names and indexes that lead from the ancestor to the value.
  ///   - target: The location of the ancestor.
  /// - Throws: ``SourceError`` if a token has no value.
  func follow(_ tokens: ArraySlice<String>, from target: Target) throws(SourceError) -> Target {
    var target = target
    for token in tokens {
      switch target {
      case .container(let form, let start):
        target = try child(token, JSONSplit(from: start, isSequence: form == .values, pauses: true))
      case .scalar: throw missingValueError(token)
      }
    }
    return target
  }

  /// Returns the location of the first value in a range.
  func target(at range: Range<Int>) throws(SourceError) -> Target {
    var reader = InputReader(input, from: range.lowerBound, cancellation)
    reader.end = range.upperBound
    while case .bytes(let bytes) = try reader.next(upTo: FileBytes.blockSize) {
      guard let first = bytes.firstIndex(where: { !$0.isJSONBlank }) else { continue }
      let start = reader.offset - bytes.count + first
      guard let form = RecordLayout(openedBy: bytes[first]) else {
        return .scalar(start..<range.upperBound)
      }
      return .container(form, at: start)
    }
    return .scalar(range)
  }

  /// Returns the error for a token of the JSON pointer that has no value.
  func missingValueError(_ token: String) -> SourceError {
    cancellation.isCancelled
      ? .stopped : .noSuchValue(input.name, pointer: pointer.text, token: token)
  }

  private func child(_ token: String, _ split: JSONSplit) throws(SourceError) -> Target {
    let wanted = JSONPointer.position(token)
    var search = ChildSearch(split: split, longestName: 6 * token.utf8.count + 2)
    var reader = InputReader(input, from: split.offset, cancellation)
    while case .bytes(let bytes) = try reader.next(upTo: Self.portion) {
      let target = search.read(bytes) { position, name in
        name.map { $0.withUnsafeBytes { JSONScanner.isName($0, token) } } ?? (position == wanted)
      }
      if let target { return target }
      if search.isOver { break }
    }
    // The end of the input ends a number.
    guard let target = search.read([UInt8(ascii: " ")], { _, _ in false }) else {
      throw missingValueError(token)
    }
    return target
  }
}

/// A search for one child of a container in consecutive pieces of the input.
private struct ChildSearch {
  private var split: JSONSplit
  private var position = 0
  private var name: [UInt8] = []
  private var isFound = false

  /// The maximum length in bytes of the requested name in the input, with all characters escaped.
  ///
  /// A longer name cannot be the requested name.
  private let maxNameLength: Int

  init(split: JSONSplit, longestName: Int) {
    self.split = split
    self.maxNameLength = longestName
  }

  /// A Boolean value that indicates whether the search has ended without a result.
  ///
  /// The container has ended or is invalid.
  var isOver: Bool { split.isClosed || split.isInvalid }

  /// Reads the next piece of the input.
  ///
  /// - Parameters:
  ///   - bytes: The piece.
  ///   - isWanted: A closure that receives the index of a child and its name, if any. It returns
  ///     `true` for the requested child.
  /// - Returns: The location of the child, or `nil` if it was not found yet.
  mutating func read(_ bytes: [UInt8], _ isWanted: (Int, [UInt8]?) -> Bool) -> RecordFinder.Target?
  {
    let start = split.offset
    while split.offset - start < bytes.count, !isOver {
      let before = split.offset
      var children: [JSONSplit.Child] = []
      bytes.withUnsafeBytes {
        split.read(UnsafeRawBufferPointer(rebasing: $0[(before - start)...]), into: &children)
      }
      if isFound, let child = children.first { return .scalar(child.value..<child.end) }
      if split.layout == .members { collectName(bytes, from: before, base: start) }
      guard split.isPaused else { continue }
      let isMember = split.layout == .members
      isFound = isWanted(position, isMember ? Self.withoutColon(name) : nil)
      position += 1
      guard isFound, let form = RecordLayout(openedBy: bytes[split.offset - start]) else {
        continue
      }
      return .container(form, at: split.offset)
    }
    return nil
  }

  private static func withoutColon(_ name: [UInt8]) -> [UInt8] {
    let end = name.withUnsafeBytes { JSONScanner.endOfValue(in: $0, from: 0) }
    return Array(name.prefix(end ?? name.count))
  }

  /// Collects those bytes of a piece that belong to the name of the current member.
  private mutating func collectName(_ bytes: [UInt8], from before: Int, base: Int) {
    guard let child = split.openChild else { return }
    let nameStart = child.start
    if nameStart >= before { name = [] }
    // After the start of the value, no bytes belong to the name.
    guard split.isPaused || split.isInName, name.count <= maxNameLength else { return }
    name += bytes[(max(nameStart, before) - base)..<(split.offset - base)]
  }
}
