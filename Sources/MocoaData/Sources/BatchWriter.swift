internal import Glibc
internal import MocoaModel

/// Records that are added to the list together.
struct RecordBatch: Sendable {
  /// The records, in chunks.
  var chunks: [RecordChunk]

  /// The number of incomplete records at the end of the list that the batch replaces.
  var replaced = 0

  /// The fraction of the input that is read, from 0 to 1, or `nil` if the input has no known end.
  var fraction: Double?

  /// A Boolean value that indicates whether the batch replaces all records of the list, because
  /// later bytes changed the detected format.
  var isRestart = false

  /// A Boolean value that indicates whether later bytes may change the detected format.
  var isProvisional = false
}

/// Collects index entries in chunks, and passes them on at intervals.
struct BatchWriter: Sendable {
  private let source: RecordChunk.Source
  private let layout: RecordLayout
  private var batch = RecordBatch(chunks: [])
  private var lastTime = ContinuousClock.now
  private var isFirst = true
  private var slab: EntrySlab?

  /// The number of written records.
  private(set) var count = 0

  /// The minimum interval between two batches.
  private static let interval = Duration.milliseconds(30)

  /// The maximum number of bytes that the index and the bytes of a stream may occupy in memory.
  private let memoryLimit: Int

  /// Creates a writer of records.
  ///
  /// - Parameters:
  ///   - source: The source of the records.
  ///   - form: The layout of the records in their source.
  ///   - memoryLimit: The maximum number of bytes of the index.
  init(_ source: RecordChunk.Source, _ form: RecordLayout, memoryLimit: Int = MemoryLimit.bytes) {
    self.source = source
    self.layout = form
    self.memoryLimit = memoryLimit
  }

  /// Appends entries.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - end: The end offset of the last entry.
  /// - Throws: ``SourceError`` if the memory limit is reached.
  mutating func append(_ entries: [LineIndexer.Entry], end: Int) throws(SourceError) {
    for first in stride(from: 0, to: entries.count, by: RecordChunk.limit) {
      let last = min(first + RecordChunk.limit, entries.count)
      let end = last < entries.count ? Int(entries[last].offset) : end
      batch.chunks.append(
        RecordChunk(
          source, layout, run(of: entries[first..<last]), end: end, firstPosition: count + first))
    }
    count += entries.count
    try checkMemory()
  }

  /// Throws an error if the memory limit is reached.
  func checkMemory() throws(SourceError) {
    let index = count * MemoryLayout<LineIndexer.Entry>.stride
    if index + source.bytes.sizeInMemory > memoryLimit {
      throw .tooMany(source.bytes.name, limit: count)
    }
  }

  /// Copies entries into permanent memory: the first ones into their own block, and later ones into
  /// large slabs.
  private mutating func run(of entries: ArraySlice<LineIndexer.Entry>) -> EntryRun {
    if count < EntrySlab.largeCapacity / 4 { return EntryRun(entries) }
    let open = slab.flatMap { $0.freeCount < entries.count ? nil : $0 }
    let slab = open ?? EntrySlab(capacity: EntrySlab.largeCapacity)
    self.slab = slab
    return EntryRun(slab, slab.append(entries))
  }

  /// Removes the last record of the list, which was published although it was incomplete.
  mutating func withdrawLast() {
    batch.replaced += 1
    count -= 1
  }

  /// A Boolean value that indicates whether no records are pending.
  var isEmpty: Bool { batch.chunks.isEmpty && batch.replaced == 0 }

  /// The time until the next batch may be published.
  ///
  /// The first batch may be published at once.
  var timeLeft: Duration {
    if isFirst, !isEmpty { return .zero }
    return max(.zero, Self.interval - (ContinuousClock.now - lastTime))
  }

  /// Removes and returns the pending batch if it may be published now, and otherwise returns `nil`.
  ///
  /// The batch may be empty and only report progress.
  mutating func takeIfDue() -> RecordBatch? {
    // A removed record is not deleted: it follows in its complete form.
    if batch.replaced > 0, batch.chunks.isEmpty { return nil }
    return timeLeft == .zero ? take() : nil
  }

  /// Removes and returns the pending batch.
  mutating func take() -> RecordBatch {
    defer { batch = RecordBatch(chunks: []) }
    if !isEmpty { isFirst = false }
    lastTime = .now
    return batch
  }
}
