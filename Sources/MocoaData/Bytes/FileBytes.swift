internal import Glibc
internal import Synchronization

/// The bytes of a file, read by `pread` through a small cache of blocks; or bytes in memory.
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

  /// More bytes than these are not kept in memory, but moved to a file.
  static let memoryLimit = 1 << 20

  /// What the file is called in messages.
  let name: String

  /// Whether the bytes are kept for those alone who hold this.
  let isOwn: Bool

  private let file: Atomic<Int32>
  private let memory: Mutex<[UInt8]>
  private let knownSize: Atomic<Int>
  private let cache = Mutex(BlockCache())

  /// The bytes behind a descriptor, which is closed with them.
  ///
  /// - Parameter size: how many bytes are there.
  init(_ descriptor: Int32, name: String, size: Int) {
    file = Atomic(descriptor)
    memory = Mutex([])
    (self.name, isOwn) = (name, false)
    knownSize = Atomic(size)
  }

  /// Bytes in memory.
  init(_ bytes: [UInt8] = [], name: String) {
    file = Atomic(-1)
    memory = Mutex(bytes)
    (self.name, isOwn) = (name, true)
    knownSize = Atomic(bytes.count)
  }

  deinit {
    if !isInMemory { close(descriptor) }
  }

  /// Where the bytes are read from; -1 while they are in memory.
  var descriptor: Int32 { file.load(ordering: .acquiring) }

  /// Whether the bytes are in memory.
  var isInMemory: Bool { descriptor < 0 }

  /// The number of bytes, as far as is known: it may have become more, or less.
  var size: Int {
    get { knownSize.load(ordering: .acquiring) }
    set { knownSize.store(newValue, ordering: .releasing) }
  }

  /// How many of the bytes take memory: those in memory, and those of a file in a folder in memory.
  var sizeInMemory: Int {
    if isInMemory || SpoolFile.isInMemory(descriptor) { return size }
    return 0
  }

  /// What the system says of the file now.
  func status() throws(SourceError) -> stat {
    var status = stat()
    if isInMemory {
      status.st_size = off_t(size)
    } else if fstat(descriptor, &status) != 0 {
      throw .system(name, errno)
    }
    return status
  }

  /// Up to `limit` bytes at an offset that are in memory; nil when they are in a file.
  private func held(at offset: Int, upTo limit: Int) -> [UInt8]? {
    guard isInMemory else { return nil }
    // They may have been moved since.
    return memory.withLock { isInMemory ? Array($0.dropFirst(offset).prefix(limit)) : nil }
  }

  /// The bytes of a range; nil where the file does not have them any more, or cannot be read.
  func read(_ range: Range<Int>) -> [UInt8]? { try? bytes(range) }

  /// The bytes of a range.
  ///
  /// - Throws: `shortened` where the file does not have them any more, or why it cannot be read.
  func bytes(_ range: Range<Int>) throws(SourceError) -> [UInt8] {
    if isInMemory || range.count >= Self.directSize {
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
    if let held = held(at: offset, upTo: limit) { return held }
    let descriptor = descriptor
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

  /// Adds bytes at the end, which all who hold this can read from then on; only by one thread.
  ///
  /// What becomes too large for memory is moved to a file without a name, and that never takes the
  /// last of the disk.
  func append(_ portion: ArraySlice<UInt8>) throws(SourceError) {
    if isInMemory, size + portion.count <= Self.memoryLimit {
      memory.withLock { $0 += portion }
    } else {
      try SpoolFile.write(portion, to: try spool(), at: size, of: name)
    }
    size += portion.count
  }

  /// The file that bytes are added to, with all that there is so far.
  private func spool() throws(SourceError) -> Int32 {
    if !isInMemory { return descriptor }
    let new = try SpoolFile.make(for: name)
    do throws(SourceError) {
      try SpoolFile.write(memory.withLock { $0 }[...], to: new, at: 0, of: name)
    } catch {
      close(new)
      throw error
    }
    file.store(new, ordering: .releasing)
    memory.withLock { $0 = [] }
    return new
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
