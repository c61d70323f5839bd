internal import Dispatch
internal import Glibc
public import MocoaModel

/// The records of a file or a stream, as a list that grows while it is read in the background.
///
/// A source is an index, not an array of records: a record is read and parsed when it is looked at,
/// so that there is no limit to the size of what is opened. A small file is read at once, and nobody
/// sees it come. What a stream gives is kept in a file without a name.
@MainActor
public final class RecordSource: ListSource {
  /// The records so far, in one section.
  public private(set) var snapshot = ListSnapshot(sections: [SectionSnapshot(id: "records")])

  /// How far reading has come.
  public private(set) var phase = ListPhase.loading(fraction: nil)

  private let path: String
  private let pointer: JSONPointer
  private let pointerText: String
  private let options: RecordOptions
  private let follows: Bool

  private let observers = Observers<ListUpdate>()
  private var waiting: [@MainActor () -> Void] = []
  private var reading: Reading?

  /// The last chunk, while it is small enough to be joined with what comes.
  private var tail: RecordChunk?

  /// Whether the next batch takes the place of all that is there.
  private var isReplacing = false

  /// Opens a file, or another thing that gives bytes, and begins to read.
  ///
  /// - Parameters:
  ///   - path: a regular file, a pipe, or a device; `/dev/stdin` for standard input. A pipe or a device
  ///     is one stream however often it is opened.
  ///   - pointer: a JSON pointer to the value whose elements or members are the records; among lines,
  ///     or values behind each other, its first token is a position, from 0.
  ///   - follows: whether to go on reading when the file becomes longer.
  /// - Throws: why it cannot be opened. What is found out while reading shows in `phase`.
  public init(
    path: String, at pointer: String = "", options: RecordOptions = RecordOptions(),
    follows: Bool = false
  ) throws(SourceError) {
    guard let place = JSONPointer(pointer) else { throw .pointer(path, pointer: pointer) }
    (self.path, self.pointer, pointerText) = (path, place, pointer)
    (self.options, self.follows) = (options, follows)
    read(try ByteInput.open(path))
  }

  isolated deinit {
    reading?.cancel()
    for perform in waiting { perform() }
  }

  /// Tells of every change.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Ends reading; what is there stays, and `phase` says that it is not all.
  ///
  /// A stream is closed, for all that read it.
  public func stop() {
    guard case .loading = phase else { return }
    reading?.input.stop()
    reading?.cancel()
    finish(.stopped)
  }

  /// Reads from the beginning again; what is there stays until the first records have come.
  ///
  /// - Returns: false where that cannot be done, because the bytes came from a stream.
  /// - Throws: why it cannot be opened any more; nothing has changed then.
  public func readAgain() throws(SourceError) -> Bool {
    let input = try ByteInput.open(path)
    guard !input.isStream || reading?.input !== input else { return false }
    reading?.cancel()
    (isReplacing, tail) = (true, nil)
    phase = .loading(fraction: nil)
    read(input)
    return true
  }

  /// Calls back, at once or later, when the first records are there or reading has ended.
  public func whenSettled(_ perform: @escaping @MainActor () -> Void) {
    if case .loading = phase, snapshot.itemCount == 0 {
      waiting.append(perform)
    } else {
      perform()
    }
  }

  // MARK: - Reading

  /// One time that an input is read.
  private final class Reading {
    let input: ByteInput
    let cancellation = Cancellation()
    var watch: FileWatch?

    init(_ input: ByteInput) {
      self.input = input
    }

    func cancel() {
      cancellation.cancel()
      input.wake()
      watch?.cancel()
    }
  }

  /// Files of at most so many bytes are read at once: it takes less than a frame.
  private static let smallSize = 1 << 18

  private func read(_ input: ByteInput) {
    reading?.cancel()
    let reading = Reading(input)
    self.reading = reading
    let loader = RecordLoader(
      input: input, pointer: pointerText, tokens: pointer.tokens, options: options,
      cancellation: reading.cancellation)
    // The watch begins before the first byte is read, so that nothing is missed.
    reading.watch = follows && !input.isStream ? FileWatch(input.bytes) : nil
    let opened = reading.watch == nil ? nil : try? input.bytes.status()
    var begun: RecordLoader.Ending?
    if Self.beginsAtOnce(input, pointer) {
      // The first screen does not wait for a thread.
      let ending = loader.run(isBrief: input.bytes.size > Self.smallSize) { take($0) }
      begun = ending
      if ending.isEnd { finish(ending.failure) }
      if ending.isEnd, ending.failure != nil || reading.watch == nil { return }
    }
    // Behind what is done now: the first frame does not share the processor with the rest of the file.
    let ending = begun
    let start: @MainActor @Sendable () -> Void = { [weak self] in
      self?.goOn(reading, loader, after: ending, opened)
    }
    DispatchQueue.main.async { MainActor.assumeIsolated { start() } }
  }

  /// Reads to the end, and what comes behind it if somebody watches, on a thread.
  private func goOn(
    _ reading: Reading, _ loader: RecordLoader, after begun: RecordLoader.Ending?, _ opened: stat?
  ) {
    let (tell, watch) = (teller(of: reading), reading.watch)
    let isStarted = BackgroundThread.run { [path] in
      let ending = Self.read(loader, after: begun, tell)
      guard ending.failure == nil, let watch, let opened else { return }
      var follower = FileFollower(
        loader, watch, path: path, after: ending.rest, opened: opened)
      if let change = follower.run({ tell(.batch($0)) }) { tell(.change(change)) }
    }
    // Without a thread a file that has been read is only not followed.
    if !isStarted, self.reading === reading { finish(.system(reading.input.name, EAGAIN)) }
  }

  /// Whether the first records can be had in less than a frame: not behind blanks without end, nor
  /// where a pointer leads far into a large file.
  private static func beginsAtOnce(_ input: ByteInput, _ pointer: JSONPointer) -> Bool {
    if input.isStream { return false }
    if input.bytes.size <= smallSize { return true }
    let head = input.bytes.read(0..<FileBytes.blockSize) ?? []
    return pointer.tokens.isEmpty && !head.allSatisfy(\.isJSONBlank)
  }

  /// Reads to the end, on a thread.
  private nonisolated static func read(
    _ loader: RecordLoader, after begun: RecordLoader.Ending?, _ tell: @escaping Tell
  ) -> RecordLoader.Ending {
    if let begun, begun.isEnd { return begun }
    let publish: RecordPass.Publish = { tell(.batch($0)) }
    let ending = begun?.rest.map { loader.goOn($0, publish) } ?? loader.run(publish)
    tell(.end(ending.failure))
    return ending
  }

  /// What a thread tells.
  private enum Progress: Sendable {
    case batch(RecordBatch)
    case end(SourceError?)
    case change(SourceError)
  }

  private typealias Tell = @Sendable (Progress) -> Void

  /// A way for a thread to tell this source, as long as it is still the same reading.
  private func teller(of reading: Reading) -> Tell {
    let take: @MainActor @Sendable (Progress) -> Void = { [weak self, weak reading] progress in
      guard let self, let reading, self.reading === reading, !reading.cancellation.isCancelled
      else { return }
      switch progress {
      case .batch(let batch): self.take(batch)
      case .end(let failure): finish(failure)
      case .change(let change): outdate(change)
      }
    }
    return { progress in
      DispatchQueue.main.async { MainActor.assumeIsolated { take(progress) } }
    }
  }

  // MARK: - What was read

  private func take(_ batch: RecordBatch) {
    let before = snapshot
    if case .loading = phase { phase = .loading(fraction: batch.fraction) }
    guard !isReplacing || batch.chunks.isEmpty else { return replaceAll(by: batch.chunks) }
    let count = before.sections[0].items.count
    let kept = count - batch.replaced
    if batch.replaced > 0 {
      snapshot.sections[0].items = snapshot.sections[0].items.slice(0..<kept)
      tail = nil
    }
    add(batch.chunks)
    publish(before, .replacingEnd(ofSection: 0, from: kept, of: before, with: snapshot))
  }

  private func replaceAll(by chunks: [RecordChunk]) {
    let before = snapshot
    isReplacing = false
    snapshot.sections[0].items = ElementSequence()
    add(chunks)
    publish(before, .replacingItems(ofSection: 0, of: before, with: snapshot))
  }

  /// Adds chunks at the end; many small ones become few, so that what comes record by record does not
  /// cost more than what comes at once.
  private func add(_ chunks: [RecordChunk]) {
    for chunk in chunks {
      if let last = tail, let joined = last.joined(with: chunk) {
        let items = snapshot.sections[0].items
        snapshot.sections[0].items = items.slice(0..<(items.count - last.count))
        snapshot.sections[0].items.append(joined)
        tail = joined
      } else {
        snapshot.sections[0].items.append(chunk)
        tail = chunk
      }
    }
  }

  private func finish(_ failure: SourceError?) {
    guard case .loading = phase else { return }
    // What was there stays, unless all there is now is nothing.
    if isReplacing, failure == nil { replaceAll(by: []) }
    isReplacing = false
    phase = failure.map { .failed("\($0)") } ?? .finished
    publish(snapshot, .unchanged(snapshot))
  }

  /// The file is not any more what was read.
  private func outdate(_ change: SourceError) {
    phase = .failed("\(change)")
    publish(snapshot, .unchanged(snapshot))
  }

  private func publish(_ before: ListSnapshot, _ changes: ChangeSet) {
    observers.send(ListUpdate(before: before, after: snapshot, changes: changes))
    if case .loading = phase, snapshot.itemCount == 0 { return }
    let settled = waiting
    waiting = []
    for perform in settled { perform() }
  }
}
