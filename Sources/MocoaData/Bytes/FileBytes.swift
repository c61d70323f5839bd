internal import Glibc
internal import Synchronization

/// The bytes of a file, read by `pread` through a small cache of blocks.
///
/// The file is never mapped: one that shrinks while it is mapped ends the program with SIGBUS, and
/// one that is overwritten changes under those who hold the map. Safe to use from any thread.
final class FileBytes: Sendable {
  /// The size of a block in bytes.
  static let blockSize = 1 << 16

  /// How many blocks are kept: 4 MiB in all.
  static let blockLimit = 64

  /// Ranges of at least this many bytes go past the cache, which they would only empty.
  private static let directSize = 1 << 20

  /// What the file is called in messages.
  let name: String

  /// Where the bytes are read from; -1 for those that are in memory.
  let descriptor: Int32

  private let memory: [UInt8]
  private let knownSize: Atomic<Int>
  private let cache = Mutex(BlockCache())

  /// The bytes behind a descriptor, which is closed with them.
  ///
  /// - Parameter size: how many bytes are there.
  init(_ descriptor: Int32, name: String, size: Int) {
    (self.descriptor, memory) = (descriptor, [])
    self.name = name
    knownSize = Atomic(size)
  }

  /// Bytes that are in memory, and stay as they are.
  init(_ bytes: [UInt8], name: String) {
    (descriptor, memory) = (-1, bytes)
    self.name = name
    knownSize = Atomic(bytes.count)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether the bytes are in memory.
  var isInMemory: Bool { descriptor < 0 }

  /// The number of bytes, as far as is known: it may have become more, or less.
  var size: Int {
    get { knownSize.load(ordering: .acquiring) }
    set { knownSize.store(newValue, ordering: .releasing) }
  }

  /// What the system says of the file now.
  func status() throws(SourceError) -> stat {
    var status = stat()
    status.st_size = off_t(memory.count)
    if isInMemory { return status }
    guard fstat(descriptor, &status) == 0 else { throw .system(name, errno) }
    return status
  }

  /// The bytes of a range; nil where the file does not have them any more, or cannot be read.
  func read(_ range: Range<Int>) -> [UInt8]? { try? bytes(range) }

  /// The bytes of a range.
  ///
  /// - Throws: `shortened` where the file does not have them any more, or why it cannot be read.
  func bytes(_ range: Range<Int>) throws(SourceError) -> [UInt8] {
    if isInMemory {
      guard range.upperBound <= memory.count else { throw .shortened(name) }
      return Array(memory[range])
    }
    if range.count >= Self.directSize {
      let bytes = try bytes(at: range.lowerBound, upTo: range.count)
      guard bytes.count == range.count else { throw .shortened(name) }
      return bytes
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let number = offset / Self.blockSize
      let start = number * Self.blockSize
      let block = try block(number, atLeast: min(Self.blockSize, range.upperBound - start))
      let end = min(range.upperBound - start, block.count)
      guard offset - start < end else { throw .shortened(name) }
      bytes += block[(offset - start)..<end]
      offset = start + end
    }
    return bytes
  }

  /// Up to `limit` bytes at an offset, past the cache; fewer only at the end of the file.
  func bytes(at offset: Int, upTo limit: Int) throws(SourceError) -> [UInt8] {
    if isInMemory { return Array(memory.dropFirst(offset).prefix(limit)) }
    var code: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, done in
      while done < limit {
        let count = pread(
          descriptor, buffer.baseAddress?.advanced(by: done), limit - done, off_t(offset + done))
        if count < 0, errno == EINTR { continue }
        if count < 0 { code = errno }
        if count <= 0 { break }
        done += count
      }
    }
    if let code { throw .system(name, code) }
    return bytes
  }

  /// How many blocks are kept now.
  var cachedBlocks: Int { cache.withLock { $0.count } }

  /// A block; what is kept of a file's last block is not enough once the file has grown.
  private func block(_ number: Int, atLeast count: Int) throws(SourceError) -> [UInt8] {
    if let block = cache.withLock({ $0.block(number) }), block.count >= count { return block }
    let block = try bytes(at: number * Self.blockSize, upTo: Self.blockSize)
    cache.withLock { $0.keep(block, number) }
    return block
  }
}

/// The blocks used last.
private struct BlockCache {
  private var blocks: [Int: (bytes: [UInt8], lastUse: Int)] = [:]
  private var uses = 0

  var count: Int { blocks.count }

  mutating func block(_ number: Int) -> [UInt8]? {
    guard let bytes = blocks[number]?.bytes else { return nil }
    uses += 1
    blocks[number]?.lastUse = uses
    return bytes
  }

  mutating func keep(_ bytes: [UInt8], _ number: Int) {
    uses += 1
    if blocks[number] == nil, blocks.count >= FileBytes.blockLimit,
      let oldest = blocks.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      blocks[oldest] = nil
    }
    blocks[number] = (bytes, uses)
  }
}
