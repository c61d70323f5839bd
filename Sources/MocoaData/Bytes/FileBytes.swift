internal import Glibc
internal import Synchronization

/// The bytes of a file, read with `pread` through a small cache of blocks, or bytes in memory.
///
/// The file is never mapped. If a mapped file shrinks, the program receives SIGBUS, and if it is
/// overwritten, the mapped bytes change. The type can be used from any thread.
final class FileBytes: Sendable {
  /// The size of a block in bytes.
  static let blockSize = 1 << 16

  /// The maximum number of blocks in the cache, 4 MiB in total.
  static let blockLimit = 64

  /// The minimum size in bytes of a range that is read without the cache.
  ///
  /// Such a range would fill most of the cache.
  private static let directSize = 1 << 20

  /// The maximum number of appended bytes in memory.
  ///
  /// If this number is exceeded, the bytes are moved to a file.
  static let memoryLimit = 1 << 20

  /// The name of the file in messages.
  let name: String

  /// A Boolean value that indicates whether the bytes were created in memory or appended to this
  /// object, not opened as a file.
  let isOwn: Bool

  private let file: Atomic<Int32>
  private let memory: Mutex<[UInt8]>
  private let cachedSize: Atomic<Int>
  private let cache = Mutex(BlockCache())

  /// Creates the bytes of a descriptor, which this object closes.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the file.
  ///   - name: The name of the file in messages.
  ///   - size: The number of bytes in the file.
  init(_ descriptor: Int32, name: String, size: Int) {
    file = Atomic(descriptor)
    memory = Mutex([])
    (self.name, isOwn) = (name, false)
    cachedSize = Atomic(size)
  }

  /// Creates bytes in memory.
  init(_ bytes: [UInt8] = [], name: String) {
    file = Atomic(-1)
    memory = Mutex(bytes)
    (self.name, isOwn) = (name, true)
    cachedSize = Atomic(bytes.count)
  }

  deinit {
    if !isInMemory { close(descriptor) }
  }

  /// The descriptor of the file, or -1 while the bytes are in memory.
  var descriptor: Int32 { file.load(ordering: .acquiring) }

  /// A Boolean value that indicates whether the bytes are in memory.
  var isInMemory: Bool { descriptor < 0 }

  /// The number of bytes as of the last read or append.
  ///
  /// The file may have grown or shrunk since.
  var size: Int {
    get { cachedSize.load(ordering: .acquiring) }
    set { cachedSize.store(newValue, ordering: .releasing) }
  }

  /// The number of bytes that occupy memory.
  ///
  /// This includes bytes in memory and bytes of a file in an in-memory file system.
  var sizeInMemory: Int {
    if isInMemory || SpoolFile.isInMemory(descriptor) { return size }
    return 0
  }

  /// Returns the current status of the file.
  func status() throws(SourceError) -> stat {
    var status = stat()
    if isInMemory {
      status.st_size = off_t(size)
    } else if fstat(descriptor, &status) != 0 {
      throw .system(name, errno)
    }
    return status
  }

  /// Returns up to `limit` bytes at an offset if the bytes are in memory, or `nil` if they are in a
  /// file.
  private func bytesInMemory(at offset: Int, upTo limit: Int) -> [UInt8]? {
    guard isInMemory else { return nil }
    // Another thread may have moved the bytes to a file.
    return memory.withLock { isInMemory ? Array($0.dropFirst(offset).prefix(limit)) : nil }
  }

  /// Returns the bytes of a range, or `nil` if the file no longer contains them or cannot be read.
  func read(_ range: Range<Int>) -> [UInt8]? { try? bytes(range) }

  /// Returns the bytes of a range.
  ///
  /// - Throws: `shortened` if the file no longer contains them, or another ``SourceError`` if it
  ///   cannot be read.
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

  /// Returns up to `limit` bytes at an offset without using the cache.
  ///
  /// The result is shorter only at the end of the file.
  func bytes(at offset: Int, upTo limit: Int) throws(SourceError) -> [UInt8] {
    if let cached = bytesInMemory(at: offset, upTo: limit) { return cached }
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

  /// Appends bytes, which are then available to all users of this object.
  ///
  /// Only one thread may call this method.
  ///
  /// Bytes that exceed the memory limit are moved to a file without a name. The method never uses
  /// the last free space of the disk.
  func append(_ portion: ArraySlice<UInt8>) throws(SourceError) {
    if isInMemory, size + portion.count <= Self.memoryLimit {
      memory.withLock { $0 += portion }
    } else {
      try SpoolFile.write(portion, to: try spool(), at: size, of: name)
    }
    size += portion.count
  }

  /// Returns the descriptor of the file for appended bytes.
  ///
  /// If the bytes are in memory, they are first moved to a new file.
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

  /// The number of blocks in the cache.
  var cachedBlocks: Int { cache.withLock { $0.count } }

  /// Returns the block with an index.
  ///
  /// If the cached block has fewer than `count` bytes, because the file has grown, the block is
  /// read again.
  private func block(_ number: Int, atLeast count: Int) throws(SourceError) -> [UInt8] {
    if let block = cache.withLock({ $0.block(number) }), block.count >= count { return block }
    let block = try bytes(at: number * Self.blockSize, upTo: Self.blockSize)
    cache.withLock { $0.insert(block, number) }
    return block
  }
}

/// A cache of the most recently used blocks.
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

  mutating func insert(_ bytes: [UInt8], _ number: Int) {
    uses += 1
    if blocks[number] == nil, blocks.count >= FileBytes.blockLimit,
      let oldest = blocks.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      blocks[oldest] = nil
    }
    blocks[number] = (bytes, uses)
  }
}
