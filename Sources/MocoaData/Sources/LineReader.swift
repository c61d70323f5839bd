/// Reads a file of lines block by block, and indexes each block.
struct LineReader {
  let loader: RecordLoader

  /// Where the first line begins.
  let start: Int

  /// The size of the first block, which is to be on the screen at once, and of those that follow.
  private static let firstBlock = 1 << 16
  private static let block = 1 << 20

  /// Indexes the whole file, and publishes what is there from time to time.
  func run(_ publish: RecordLoader.Publish) {
    var batch = Batch(loader: loader)
    let clock = ContinuousClock()
    var last: ContinuousClock.Instant?
    var blocks = LineBlocks(file: loader.file, start: start)
    while !loader.cancellation.isCancelled,
      let block = blocks.next(last == nil ? Self.firstBlock : Self.block)
    {
      block.bytes.withUnsafeBytes { batch.index($0, offset: block.offset) }
      let now = clock.now
      guard last.map({ now - $0 >= RecordLoader.interval }) ?? true else { continue }
      last = now
      let fraction = Double(block.offset + block.bytes.count) / Double(max(1, loader.file.size))
      publish(batch.take(), min(1, fraction))
    }
    publish(batch.take(), 1)
  }

  /// The bytes of the line at a position, counting the lines that are not blank.
  func range(ofLine position: Int) -> Range<Int>? {
    var blocks = LineBlocks(file: loader.file, start: start)
    var rest = position
    while let block = blocks.next(Self.block) {
      var lineStart = block.bytes.startIndex
      while lineStart < block.bytes.endIndex {
        let end = block.bytes[lineStart...].firstIndex(of: 0x0A) ?? block.bytes.endIndex
        let line = block.bytes[lineStart..<end]
        if line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) {
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

  mutating func index(_ bytes: UnsafeRawBufferPointer, offset: Int) {
    var entries: [LineIndexer.Entry] = []
    indexer.index(bytes, base: UInt64(offset), firstPosition: count, into: &entries)
    for first in stride(from: 0, to: entries.count, by: RecordChunk.limit) {
      let last = min(first + RecordChunk.limit, entries.count)
      let end = last < entries.count ? Int(entries[last].offset) : offset + bytes.count
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
private struct LineBlocks {
  let file: FileBytes
  private var offset: Int
  private var isAtEnd = false

  init(file: FileBytes, start: Int) {
    self.file = file
    offset = start
  }

  /// The next whole lines, of about `size` bytes or more where a line is longer; nil at the end.
  mutating func next(_ size: Int) -> (bytes: [UInt8], offset: Int)? {
    var wanted = size
    while !isAtEnd {
      var bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        let whole = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: wanted)
        count = file.read(at: offset, into: whole) ?? 0
      }
      if bytes.count < wanted {
        isAtEnd = true
      } else if let end = bytes.lastIndex(of: 0x0A) {
        bytes.removeSubrange((end + 1)...)
      } else {
        wanted *= 2
        continue
      }
      defer { offset += bytes.count }
      return bytes.isEmpty ? nil : (bytes, offset)
    }
    return nil
  }
}
