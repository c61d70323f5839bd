internal import Glibc

/// Reads a file of lines block by block, and indexes each block.
struct LineReader {
  let loader: RecordLoader

  /// Where the first line begins.
  let start: Int

  /// The size of the first block, which is to be on the screen at once, and of those that follow.
  private static let firstBlock = 1 << 16
  private static let block = 1 << 20

  /// Indexes the whole file, and publishes what is there from time to time.
  ///
  /// - Throws: why the file could not be read to its end; what was there is published.
  func run(_ publish: RecordLoader.Publish) throws(SourceError) {
    var batch = Batch(loader: loader)
    let clock = ContinuousClock()
    var last: ContinuousClock.Instant?
    var blocks = LineBlocks(file: loader.file, start: start)
    defer { publish(batch.take(), 1) }
    while !loader.cancellation.isCancelled,
      let block = try blocks.next(
        last == nil ? Self.firstBlock : Self.block, isCancelled: { loader.cancellation.isCancelled }
      )
    {
      batch.index(block)
      let now = clock.now
      guard last.map({ now - $0 >= RecordLoader.interval }) ?? true else { continue }
      last = now
      let fraction = Double(blocks.offset) / Double(max(1, loader.file.size))
      publish(batch.take(), min(1, fraction))
    }
  }

  /// The bytes of the line at a position, counting the lines that are not blank.
  func range(ofLine position: Int) throws(SourceError) -> Range<Int>? {
    var blocks = LineBlocks(file: loader.file, start: start)
    var rest = position
    while let block = try blocks.next(
      Self.block, isCancelled: { loader.cancellation.isCancelled })
    {
      if let length = block.longLine {
        if rest == 0 { return block.offset..<(block.offset + length) }
        rest -= 1
        continue
      }
      var lineStart = block.bytes.startIndex
      while lineStart < block.bytes.endIndex {
        let end = block.bytes[lineStart...].firstIndex(of: 0x0A) ?? block.bytes.endIndex
        let line = block.bytes[lineStart..<end]
        if !line.allSatisfy(\.isJSONBlank) {
          if rest == 0 { return (block.offset + lineStart)..<(block.offset + end) }
          rest -= 1
        }
        lineStart = end + 1
      }
    }
    return nil
  }
}

/// Chunks that were indexed and not yet published.
private struct Batch {
  let loader: RecordLoader
  let indexer: LineIndexer
  private var chunks: [RecordChunk] = []
  private var count = 0

  init(loader: RecordLoader) {
    self.loader = loader
    indexer = loader.indexer
  }

  mutating func index(_ block: LineBlocks.Block) {
    var entries: [LineIndexer.Entry] = []
    let end = block.offset + (block.longLine ?? block.bytes.count)
    block.bytes.withUnsafeBytes { bytes in
      if let length = block.longLine {
        entries = [
          indexer.entry(
            forLong: bytes, length: length, offset: UInt64(block.offset), position: count)
        ]
      } else {
        indexer.index(
          bytes, base: UInt64(block.offset), firstPosition: count, into: &entries)
      }
    }
    append(entries, end: end)
  }

  private mutating func append(_ entries: [LineIndexer.Entry], end: Int) {
    for first in stride(from: 0, to: entries.count, by: RecordChunk.limit) {
      let last = min(first + RecordChunk.limit, entries.count)
      let end = last < entries.count ? Int(entries[last].offset) : end
      chunks.append(
        loader.chunk(
          .lines, Array(entries[first..<last]), end: end, firstPosition: count + first))
    }
    count += entries.count
  }

  mutating func take() -> [RecordChunk] {
    defer { chunks = [] }
    return chunks
  }
}

/// The blocks of a file, each ending at the end of a line.
///
/// A line is held as a whole up to `RecordChunk.parseLimit`; of a longer one only the beginning is,
/// so that no file decides how much memory reading it takes.
struct LineBlocks {
  /// Some lines, or the beginning of a long one.
  struct Block {
    /// Where the lines begin in the file.
    var offset: Int

    /// Whole lines; of a long one the first `LineIndexer.headSize` bytes.
    var bytes: [UInt8]

    /// How many bytes a long line has, without blanks at its end; nil for whole lines.
    var longLine: Int?
  }

  let file: FileBytes

  /// How far the file was read.
  private(set) var offset: Int
  private var isAtEnd = false

  init(file: FileBytes, start: Int) {
    self.file = file
    offset = start
  }

  /// The next whole lines, of about `size` bytes or more where a line is longer; nil at the end, or
  /// when it is cancelled within a long line.
  mutating func next(_ size: Int, isCancelled: () -> Bool = { false }) throws(SourceError)
    -> Block?
  {
    var wanted = size
    while !isAtEnd {
      var bytes = try read(at: offset, upTo: wanted)
      if bytes.count < wanted {
        isAtEnd = true
      } else if let end = bytes.lastLineEnd {
        bytes.removeSubrange((end + 1)...)
      } else if wanted < RecordChunk.parseLimit {
        wanted = min(wanted * 2, RecordChunk.parseLimit)
        continue
      } else {
        if let block = try longLine(bytes, isCancelled) { return block }
        if isCancelled() { return nil }
        continue
      }
      defer { offset += bytes.count }
      return bytes.isEmpty ? nil : Block(offset: offset, bytes: bytes)
    }
    return nil
  }

  /// Passes over a line of which the beginning is there; nil where it is blank.
  private mutating func longLine(_ start: [UInt8], _ isCancelled: () -> Bool) throws(SourceError)
    -> Block?
  {
    let lineStart = offset
    var textEnd = start.lastText(before: start.count).map { lineStart + $0 + 1 }
    offset += start.count
    while !isCancelled() {
      let bytes = try read(at: offset, upTo: 1 << 20)
      let end = bytes.firstLineEnd
      if let last = bytes.lastText(before: end ?? bytes.count) {
        textEnd = offset + last + 1
      }
      offset += end.map { $0 + 1 } ?? bytes.count
      isAtEnd = bytes.isEmpty
      guard end != nil || isAtEnd else { continue }
      guard let textEnd else { return nil }
      let length = textEnd - lineStart
      return length > RecordChunk.parseLimit
        ? Block(
          offset: lineStart, bytes: Array(start.prefix(LineIndexer.headSize)), longLine: length)
        : Block(offset: lineStart, bytes: Array(start.prefix(length)))
    }
    return nil
  }

  /// Reads up to so many bytes; fewer only at an end of the file that it had when it was opened, or
  /// behind it.
  private func read(at offset: Int, upTo limit: Int) throws(SourceError) -> [UInt8] {
    let bytes = try file.bytes(at: offset, upTo: limit)
    if bytes.count < limit, offset + bytes.count < file.size { throw .shortened(file.path) }
    return bytes
  }
}

extension [UInt8] {
  /// Where the first line ends.
  fileprivate var firstLineEnd: Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Where the last whole line ends.
  fileprivate var lastLineEnd: Int? {
    guard firstLineEnd != nil else { return nil }
    return withUnsafeBytes { bytes in
      var index = bytes.count - 1
      while index >= 0, bytes[index] != 0x0A { index -= 1 }
      return index
    }
  }

  /// The last byte before `end` that is not blank.
  fileprivate func lastText(before end: Int) -> Int? {
    withUnsafeBytes { bytes in
      var index = end - 1
      while index >= 0, bytes[index].isJSONBlank { index -= 1 }
      return index >= 0 ? index : nil
    }
  }
}
