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
  func read(_ range: Range<Int>) -> [UInt8]? { try? bytes(range) }

  /// The bytes of a range.
  ///
  /// - Throws: `shortened` where the file does not have them any more, or why it cannot be read.
  func bytes(_ range: Range<Int>) throws(SourceError) -> [UInt8] {
    if range.count >= Self.directSize {
      let bytes = try bytes(at: range.lowerBound, upTo: range.count)
      guard bytes.count == range.count else { throw .shortened(path) }
      return bytes
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let number = offset / Self.blockSize
      let block = try block(number)
      let start = number * Self.blockSize
      let end = min(range.upperBound - start, block.count)
      guard offset - start < end else { throw .shortened(path) }
      bytes += block[(offset - start)..<end]
      offset = start + end
    }
    return bytes
  }

  /// Up to `limit` bytes at an offset, past the cache; fewer only at the end of the file.
  func bytes(at offset: Int, upTo limit: Int) throws(SourceError) -> [UInt8] {
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
    if let code { throw .system(path, code) }
    return bytes
  }

  /// How many blocks are kept now.
  var cachedBlocks: Int { cache.withLock { $0.count } }

  private func block(_ number: Int) throws(SourceError) -> [UInt8] {
    if let block = cache.withLock({ $0.block(number) }) { return block }
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
    if blocks.count >= FileBytes.blockLimit,
      let oldest = blocks.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      blocks[oldest] = nil
    }
    blocks[number] = (bytes, uses)
  }
}
