internal import Glibc
internal import MocoaModel

/// Some records that became known, to be added to those that are there.
struct RecordBatch: Sendable {
  /// The records, in chunks.
  var chunks: [RecordChunk]

  /// How many records at the end of what is there are replaced by these: one that was unfinished.
  var replaced = 0

  /// How much of the input was read, 0 to 1; nil where it has no known end.
  var fraction: Double?

  /// Whether these take the place of all records that are there: the bytes that followed say that the
  /// input is of another kind.
  var isRestart = false

  /// Whether bytes that follow may make other records of the same input.
  var isProvisional = false
}

/// Collects entries in chunks, and hands them over from time to time.
struct BatchWriter: Sendable {
  private let source: RecordChunk.Source
  private let form: RecordForm
  private var batch = RecordBatch(chunks: [])
  private var lastTime = ContinuousClock.now
  private var isFirst = true
  private var slab: EntrySlab?

  /// The number of records so far.
  private(set) var count = 0

  /// The shortest time between two batches.
  private static let interval = Duration.milliseconds(30)

  /// The most bytes that the index and what is kept in memory of a stream may take.
  private let memoryLimit: Int

  /// A writer of records that stand in their source in some form.
  ///
  /// - Parameter memoryLimit: The most bytes that the index may take.
  init(_ source: RecordChunk.Source, _ form: RecordForm, memoryLimit: Int = MemoryLimit.bytes) {
    self.source = source
    self.form = form
    self.memoryLimit = memoryLimit
  }

  /// Adds entries, of which the last ends at `end`.
  mutating func append(_ entries: [LineIndexer.Entry], end: Int) throws(SourceError) {
    for first in stride(from: 0, to: entries.count, by: RecordChunk.limit) {
      let last = min(first + RecordChunk.limit, entries.count)
      let end = last < entries.count ? Int(entries[last].offset) : end
      batch.chunks.append(
        RecordChunk(
          source, form, run(of: entries[first..<last]), end: end, firstPosition: count + first))
    }
    count += entries.count
    try checkMemory()
  }

  /// Refuses to take more once the limit is reached.
  func checkMemory() throws(SourceError) {
    let index = count * MemoryLayout<LineIndexer.Entry>.stride
    if index + source.bytes.sizeInMemory > memoryLimit {
      throw .tooMany(source.bytes.name, limit: count)
    }
  }

  /// Puts entries where they stay: the first into memory of their own, many into large slabs.
  private mutating func run(of entries: ArraySlice<LineIndexer.Entry>) -> EntryRun {
    if count < EntrySlab.largeCapacity / 4 { return EntryRun(entries) }
    let open = slab.flatMap { $0.room < entries.count ? nil : $0 }
    let slab = open ?? EntrySlab(capacity: EntrySlab.largeCapacity)
    self.slab = slab
    return EntryRun(slab, slab.append(entries))
  }

  /// Takes back the last record, which was handed over though it was not finished.
  mutating func withdrawLast() {
    batch.replaced += 1
    count -= 1
  }

  /// Whether there is something to hand over.
  var isEmpty: Bool { batch.chunks.isEmpty && batch.replaced == 0 }

  /// How long it is until the next batch may be handed over; none has to wait for the first.
  var timeLeft: Duration {
    if isFirst, !isEmpty { return .zero }
    return max(.zero, Self.interval - (ContinuousClock.now - lastTime))
  }

  /// What is there, when it is time; nil before.
  ///
  /// It may be nothing, and only say how far reading is.
  mutating func takeIfDue() -> RecordBatch? {
    // A record that was taken back is not gone: it comes again, finished.
    if batch.replaced > 0, batch.chunks.isEmpty { return nil }
    return timeLeft == .zero ? take() : nil
  }

  /// What was not handed over yet.
  mutating func take() -> RecordBatch {
    defer { batch = RecordBatch(chunks: []) }
    if !isEmpty { isFirst = false }
    lastTime = .now
    return batch
  }
}
