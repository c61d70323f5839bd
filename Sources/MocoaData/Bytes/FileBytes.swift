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

  /// The path as it was given, for messages.
  let path: String

  /// The number of bytes when the file was opened.
  let size: Int

  private let descriptor: Int32
  private let cache = Mutex(BlockCache())

  /// Opens a regular file.
  init(path: String) throws(SourceError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .system(path, code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw status.st_mode & S_IFMT == S_IFDIR ? .directory(path) : .notAFile(path)
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// The bytes of a range; nil where the file does not have them any more, or cannot be read.
  func read(_ range: Range<Int>) -> [UInt8]? {
    if range.count >= Self.directSize { return readDirectly(range) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let number = offset / Self.blockSize
      guard let block = block(number) else { return nil }
      let start = number * Self.blockSize
      let end = min(range.upperBound - start, block.count)
      guard offset - start < end else { return nil }
      bytes += block[(offset - start)..<end]
      offset = start + end
    }
    return bytes
  }

  /// Reads up to `buffer.count` bytes at an offset, past the cache.
  ///
  /// - Returns: how many there were, 0 at the end of the file; nil where it cannot be read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    var done = 0
    while done < buffer.count {
      let count = pread(
        descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done,
        off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// How many blocks are kept now.
  var cachedBlocks: Int { cache.withLock { $0.count } }

  private func readDirectly(_ range: Range<Int>) -> [UInt8]? {
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      let read = self.read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
      count = read ?? 0
      isWhole = read == range.count
    }
    return isWhole ? bytes : nil
  }

  private func block(_ number: Int) -> [UInt8]? {
    if let block = cache.withLock({ $0.block(number) }) { return block }
    var isReadable = false
    let block = [UInt8](unsafeUninitializedCapacity: Self.blockSize) { buffer, count in
      let whole = UnsafeMutableRawBufferPointer(
        start: buffer.baseAddress, count: Self.blockSize)
      let read = self.read(at: number * Self.blockSize, into: whole)
      count = read ?? 0
      isReadable = read != nil
    }
    guard isReadable else { return nil }
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
    if blocks.count >= FileBytes.blockLimit,
      let oldest = blocks.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      blocks[oldest] = nil
    }
    blocks[number] = (bytes, uses)
  }
}
