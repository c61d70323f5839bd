internal import Glibc

/// A memory block for index entries that several chunks share.
///
/// Large blocks are pages of 2 MiB if the system supports them. With such pages instead of small
/// ones, the index of a million records is created faster, and its memory is released 30 times as
/// fast at exit.
final class EntrySlab: @unchecked Sendable {
  // Sendable, because an entry is written once, before the chunk that contains it is created.
  private let entries: UnsafeMutableBufferPointer<LineIndexer.Entry>

  /// A Boolean value that indicates whether the block is a large page, which does not come from
  /// `malloc`.
  private let isLarge: Bool

  /// The size of a large page in bytes.
  private static let pageSize = 2 << 20

  /// The number of entries in a large page.
  static let largeCapacity = pageSize / MemoryLayout<LineIndexer.Entry>.stride

  /// The number of written entries.
  ///
  /// Only the writing thread reads it.
  private var count = 0

  /// Allocates memory for a number of entries.
  init(capacity: Int) {
    let size = capacity * MemoryLayout<LineIndexer.Entry>.stride
    let page = capacity == Self.largeCapacity ? Self.largePage() : nil
    isLarge = page != nil
    guard let memory = page ?? malloc(size) else {
      preconditionFailure("cannot allocate \(size) bytes")
    }
    entries = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: LineIndexer.Entry.self, capacity: capacity), count: capacity)
  }

  deinit {
    if isLarge { munmap(entries.baseAddress, Self.pageSize) } else { free(entries.baseAddress) }
  }

  /// Returns a new large page, or `nil` if twice its size is not available in memory.
  ///
  /// The page is allocated with `mmap`, because `malloc` may waste the memory before the aligned
  /// address: 10 MB for a list of a million records.
  private static func largePage() -> UnsafeMutableRawPointer? {
    // Twice the size always contains an aligned page. The remaining memory is released immediately.
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let start = mmap(nil, 2 * pageSize, PROT_READ | PROT_WRITE, flags, -1, 0),
      start != MAP_FAILED
    else { return nil }
    let page = start.alignedUp(toMultipleOf: pageSize)
    let before = page - start
    if before > 0 { munmap(start, before) }
    munmap(page + pageSize, pageSize - before)
    madvise(page, pageSize, MADV_HUGEPAGE)
    return page
  }

  /// The number of entries that can still be appended.
  var freeCount: Int { entries.count - count }

  /// Appends entries and returns their range.
  ///
  /// - Precondition: The number of entries is at most `freeCount`.
  func append(_ added: some Collection<LineIndexer.Entry>) -> Range<Int> {
    precondition(
      added.count <= freeCount, "\(added.count) entries exceed the \(freeCount) free entries")
    let start = count
    _ = UnsafeMutableBufferPointer(rebasing: entries[start...]).initialize(fromContentsOf: added)
    count += added.count
    return start..<count
  }

  /// Returns an entry that has been written.
  subscript(index: Int) -> LineIndexer.Entry {
    // The check does not use `count`, which another thread may be changing.
    precondition(entries.indices.contains(index), "entry \(index) of \(entries.count)")
    return entries[index]
  }
}

/// A range of adjacent entries in a slab.
struct EntryRun: RandomAccessCollection, Sendable {
  private let slab: EntrySlab
  private let range: Range<Int>

  /// Creates a run of the entries in a range of a slab.
  init(_ slab: EntrySlab, _ range: Range<Int>) {
    self.slab = slab
    self.range = range
  }

  /// Creates a run of copies of entries, in a new slab.
  init(_ entries: some Collection<LineIndexer.Entry>) {
    slab = EntrySlab(capacity: entries.count)
    range = slab.append(entries)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { range.count }

  subscript(index: Int) -> LineIndexer.Entry { slab[range.lowerBound + index] }
}
