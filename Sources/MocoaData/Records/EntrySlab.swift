internal import Glibc

/// Memory for the entries of an index, which chunks share.
///
/// Large ones come in pages of 2 MiB where the system has such: the index of a million records is
/// made faster, and given back 30 times as fast when the program ends.
final class EntrySlab: @unchecked Sendable {
  // Sendable, because an entry is written before the chunk that shows it is made, and only once.
  private let entries: UnsafeMutableBufferPointer<LineIndexer.Entry>

  /// Whether the entries fill a large page, which is not from `malloc`.
  private let isLarge: Bool

  /// The size of a large page in bytes.
  private static let pageSize = 2 << 20

  /// How many entries fill a large page.
  static let largeCapacity = pageSize / MemoryLayout<LineIndexer.Entry>.stride

  /// How many entries were written; known to who writes.
  private var count = 0

  /// Memory for so many entries.
  init(capacity: Int) {
    let size = capacity * MemoryLayout<LineIndexer.Entry>.stride
    let page = capacity == Self.largeCapacity ? Self.largePage() : nil
    isLarge = page != nil
    guard let memory = page ?? malloc(size) else {
      preconditionFailure("there is no memory for \(size) bytes")
    }
    entries = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: LineIndexer.Entry.self, capacity: capacity), count: capacity)
  }

  deinit {
    if isLarge { munmap(entries.baseAddress, Self.pageSize) } else { free(entries.baseAddress) }
  }

  /// A large page of its own; nil when there is no room for twice its size.
  ///
  /// Not from `malloc`, which may take it from the arena of a thread, where what lies before an
  /// aligned place is lost: a list of a million records then took 10 MB more.
  private static func largePage() -> UnsafeMutableRawPointer? {
    // Twice the size holds an aligned page wherever it is; the rest of it goes back at once.
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

  /// How many more entries there is room for.
  var room: Int { entries.count - count }

  /// Adds entries, for which there must be room, and returns where they are.
  func append(_ added: some Collection<LineIndexer.Entry>) -> Range<Int> {
    precondition(added.count <= room, "\(added.count) entries in a room for \(room)")
    let start = count
    _ = UnsafeMutableBufferPointer(rebasing: entries[start...]).initialize(fromContentsOf: added)
    count += added.count
    return start..<count
  }

  /// An entry that was written.
  subscript(index: Int) -> LineIndexer.Entry {
    // Not `count`, which may be changing on another thread.
    precondition(entries.indices.contains(index), "entry \(index) of \(entries.count)")
    return entries[index]
  }
}

/// Some neighbouring entries of a slab.
struct EntryRun: RandomAccessCollection, Sendable {
  private let slab: EntrySlab
  private let range: Range<Int>

  /// The entries at a range of a slab.
  init(_ slab: EntrySlab, _ range: Range<Int>) {
    self.slab = slab
    self.range = range
  }

  /// Entries in memory of their own.
  init(_ entries: some Collection<LineIndexer.Entry>) {
    slab = EntrySlab(capacity: entries.count)
    range = slab.append(entries)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { range.count }

  subscript(index: Int) -> LineIndexer.Entry { slab[range.lowerBound + index] }
}
