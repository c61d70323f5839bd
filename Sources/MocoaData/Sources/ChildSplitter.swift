internal import MocoaLocalization
internal import MocoaJSON

/// A splitter for the elements of an array, the members of an object, or a sequence of values.
///
/// Each record is validated when it is found. The first error is reported with its location when
/// reading ends, and the valid records before it are displayed.
struct ChildSplitter: RecordSplitter {
  private let input: ByteInput
  private let indexer: LineIndexer
  private var split: JSONSplit
  private var open: UnfinishedRecord?
  private var firstInvalid: SourceError?

  /// Creates a splitter for a container or a sequence of values at an offset of the input.
  init(_ input: ByteInput, from start: Int, isSequence: Bool = false, _ indexer: LineIndexer) {
    self.input = input
    self.indexer = indexer
    split = JSONSplit(from: start, isSequence: isSequence)
  }

  var end: Int? { split.isClosed ? split.offset : nil }

  mutating func take(_ chunk: [UInt8], into writer: inout BatchWriter) throws(SourceError) {
    try chunk.withUnsafeBytes { bytes in
      Result { () throws(SourceError) in try take(bytes, into: &writer) }
    }.get()
  }

  private mutating func take(_ chunk: UnsafeRawBufferPointer, into writer: inout BatchWriter)
    throws(SourceError)
  {
    let start = split.offset
    var children: [JSONSplit.Child] = []
    split.read(chunk, into: &children)
    if open != nil {
      let end = children.first?.end ?? split.offset
      open?.append(UnsafeRawBufferPointer(rebasing: chunk[..<(end - start)]))
      if let child = children.first, let record = open {
        open = nil
        children.removeFirst()
        try write(child, record, into: &writer)
      }
    }
    try write(children, chunk, at: start, into: &writer)
    if open == nil, let child = split.openChild {
      let partial = chunk[(child.start - start)..<(split.offset - start)]
      open = UnfinishedRecord(at: child.start)
      open?.append(UnsafeRawBufferPointer(rebasing: partial))
    }
    if split.isInvalid { throw try wrong(at: split.offset) }
  }

  mutating func finish(into writer: inout BatchWriter) throws(SourceError) {
    let end = split.offset
    // The end of the input ends a number or a word.
    if split.isInWord { try take([UInt8(ascii: " ")], into: &writer) }
    if let open { throw unfinished(open, end: end) }
    if !split.isClosed, split.layout != .values {
      throw input.error(localized("expected \(split.expectation), found end of text"), at: end)
    }
    if let firstInvalid { throw firstInvalid }
  }

  // MARK: - Entries

  private mutating func write(
    _ children: [JSONSplit.Child], _ chunk: UnsafeRawBufferPointer, at start: Int,
    into writer: inout BatchWriter
  ) throws(SourceError) {
    guard let first = children.first, let last = children.last else { return }
    let (from, end) = (first.start, last.end)
    let bytes = UnsafeRawBufferPointer(rebasing: chunk[(from - start)..<(end - start)])
    let (entries, valid) = indexer.entries(
      for: children, split.layout, in: bytes, at: from, firstPosition: writer.count)
    if valid < children.count, firstInvalid == nil {
      let error = error(in: children[valid], bytes, at: from)
      // Input whose first value is invalid has another format.
      if writer.count == 0, valid == 0 { throw error }
      firstInvalid = error
    }
    try writer.append(entries, end: end)
  }

  /// Writes a child whose bytes are in several pieces.
  private mutating func write(
    _ child: JSONSplit.Child, _ record: UnfinishedRecord, into writer: inout BatchWriter
  ) throws(SourceError) {
    let nameCount = Int(child.value - child.start)
    let isLong = record.count > RecordChunk.parseLimit
    // `RecordChunk` reads a long record in the same way: only the value counts if the name is
    // readable.
    let skipped = nameCount < LineIndexer.headSize ? nameCount : 0
    guard isLong, record.count - skipped > RecordChunk.parseLimit else {
      try record.bytes.withUnsafeBytes { bytes in
        Result { () throws(SourceError) in
          try write([child], bytes, at: record.start, into: &writer)
        }
      }.get()
      return
    }
    var entry = record.bytes[skipped...].withUnsafeBytes {
      indexer.entry(
        forLong: $0, length: record.count - skipped, offset: UInt64(child.start),
        position: writer.count)
    }
    if split.layout == .members {
      let name = record.bytes.prefix(skipped).withUnsafeBytes { bytes in
        JSONScanner.endOfValue(in: bytes, from: 0).map {
          indexer.entry(for: .init(rebasing: bytes[..<$0]), offset: 0, position: 0).contentHash
        }
      }
      if let name { entry.idHash = name }
    }
    try writer.append([entry], end: child.end)
  }

  // MARK: - Errors

  /// Returns the error in an invalid child.
  private func error(
    in child: JSONSplit.Child, _ bytes: UnsafeRawBufferPointer, at start: Int
  ) -> SourceError {
    let text = bytes[(child.start - start)..<(child.end - start)]
    return error(in: Array(text), closed: true, at: child.start)
      ?? input.error(localized("this is not JSON"), at: child.start)
  }

  /// Returns the error for an input that ends inside a child.
  ///
  /// - Parameter end: The offset of the end.
  private func unfinished(_ child: UnfinishedRecord, end: Int) -> SourceError {
    let isComplete = child.count == child.bytes.count
    return (isComplete ? error(in: child.bytes, closed: false, at: child.start) : nil)
      ?? input.error(localized("unfinished value, found end of text"), at: end)
  }

  /// Returns the first error in the text of a child.
  ///
  /// - Parameter closed: A Boolean value that indicates whether the container ends after the
  ///   child.
  private func error(in text: [UInt8], closed: Bool, at start: Int) -> SourceError? {
    let (opening, closing): (String, String) =
      switch split.layout {
      case .members: ("{", "}")
      case .elements: ("[", "]")
      default: ("", "")
      }
    let document = Array(opening.utf8) + text + (closed ? Array(closing.utf8) : [])
    guard let error = document.withUnsafeBytes({ JSONScanner.firstError(in: $0) }) else {
      return nil
    }
    return input.error(error.reason, at: start + error.offset - opening.utf8.count)
  }

  /// Returns the error of an invalid byte between two children.
  private func wrong(at offset: Int) throws(SourceError) -> SourceError {
    let bytes = try input.bytes.bytes(at: offset, upTo: 4)
    let found = bytes.withUnsafeBytes { JSONErrorText.text(in: $0, at: 0) }
    return input.error(localized("expected \(split.expectation), found \(found)"), at: offset)
  }
}
