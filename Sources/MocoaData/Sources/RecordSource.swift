internal import Dispatch
internal import Glibc
public import MocoaModel

/// The records of a file or a stream, as a list that grows while it is read in the background.
///
/// A source is an index, not an array of records: a record is read and parsed when it is looked at,
/// so that there is no limit to the size of what is opened. A small file is read at once, and nobody
/// sees it come. What a stream gives is kept in a file without a name.
@MainActor
public final class RecordSource: TableSource {
  /// The records so far, in one section.
  public var snapshot: ListSnapshot { state.snapshot }

  /// How far reading has come.
  public var phase: ListPhase { state.phase }

  /// The names of the columns, where the records are the rows of a table.
  package var columnNames: [String]? { place.heading.names }

  /// Whether the records that are shown will stay.
  package private(set) var standing = RecordStanding()

  private let place: RecordReader.Place
  private let follows: Bool
  private let isInMemory: Bool

  private let state = SourceState(RecordList.empty)
  private var reading: Reading?

  /// Opens a file, or another thing that gives bytes, and begins to read.
  ///
  /// - Parameters:
  ///   - path: a regular file, a pipe, or a device; `/dev/stdin` for standard input. A pipe or a device
  ///     is one stream however often it is opened.
  ///   - pointer: a JSON pointer to the value whose elements or members are the records; among lines,
  ///     or values behind each other, its first token is a position, from 0.
  ///   - follows: whether to read on when the file becomes longer, and again when it has changed or
  ///     another has taken its place.
  /// - Throws: why it cannot be opened. What is found out while reading shows in `phase`.
  public init(
    path: String, at pointer: String = "", options: RecordOptions = RecordOptions(),
    follows: Bool = false
  ) throws(SourceError) {
    guard let parsed = JSONPointer(pointer) else { throw .pointer(path, pointer: pointer) }
    place = RecordReader.Place(path: path, pointer: parsed, options: options)
    (self.follows, isInMemory) = (follows, false)
    read(try ByteInput.open(path))
  }

  /// The records of a text that is in memory.
  ///
  /// - Parameters:
  ///   - name: what the text is called in messages.
  ///   - pointer: a JSON pointer to the value whose elements or members are the records.
  /// - Throws: `SourceError.pointer` for a pointer that is none.
  public init(
    bytes: [UInt8], name: String, at pointer: String = "", options: RecordOptions = RecordOptions()
  ) throws(SourceError) {
    guard let parsed = JSONPointer(pointer) else { throw .pointer(name, pointer: pointer) }
    place = RecordReader.Place(path: name, pointer: parsed, options: options)
    (follows, isInMemory) = (false, true)
    read(ByteInput(bytes, name: name))
  }

  isolated deinit { reading?.cancel() }

  /// Tells of every change.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    state.observe(perform)
  }

  /// Ends reading; what is there stays, and `phase` says that it is not all.
  ///
  /// A stream is closed, for all that read it; a file is not followed any more.
  public func stop() {
    guard phase.isLoading else { return }
    reading?.stream?.stop()
    reading?.cancel()
    show(nil, .failed("\(SourceError.stopped)"))
  }

  /// Reads from the beginning again, and shows in one update what has changed.
  ///
  /// What is there stays until all is read, and in any case where it cannot be. A small file is read
  /// before this returns.
  ///
  /// - Returns: false where that cannot be done, because the bytes came from a stream.
  /// - Throws: why it cannot be opened any more; nothing has changed then.
  public func readAgain() throws(SourceError) -> Bool {
    // What is in memory is as it was.
    if isInMemory { return false }
    let input = try ByteInput.open(place.path)
    guard !input.isStream || reading?.stream !== input else { return false }
    read(input)
    return true
  }

  /// A file's path without the ending that says how it is compressed.
  public nonisolated static func plainName(of path: String) -> String {
    Compression.plainName(path)
  }

  /// Calls back, at once or later, when the first records are there or reading has ended.
  public func whenSettled(_ perform: @escaping @MainActor () -> Void) {
    state.whenSettled(perform)
  }

  // MARK: - Reading

  /// One time that a file or a stream is read, and all that is read of it because it changed.
  private final class Reading {
    /// What is read, where it comes once.
    ///
    /// A file is not held here: another may have its place long since.
    let stream: ByteInput?
    let watch: FileWatch?
    let cancellation = Cancellation()

    init(_ input: ByteInput, _ watch: FileWatch?) {
      (stream, self.watch) = (input.isStream ? input : nil, watch)
    }

    func cancel() {
      cancellation.cancel()
      stream?.wake()
      watch?.cancel()
    }
  }

  /// Files of at most so many bytes are read at once: it takes less than a frame.
  private static let smallSize = 1 << 18

  private func read(_ input: ByteInput) {
    reading?.cancel()
    // The watch begins before the first byte is read, so that nothing is missed.
    let reading = Reading(
      input, follows && !input.isStream ? FileWatch(place.path, input.file) : nil)
    self.reading = reading
    let reader = RecordReader(
      place, input, shown: snapshot, phase, watch: reading.watch, reading.cancellation)
    if beginsAtOnce(input) {
      // The first screen does not wait for a thread.
      let isBrief = input.bytes.size > Self.smallSize
      let isMore = reader.begin(isBrief: isBrief) { receive($0, $1, $2, of: reading) }
      guard isMore else { return }
    } else {
      reader.say(.loading(fraction: nil)) { receive($0, $1, $2, of: reading) }
    }
    // Behind what is done now: the first frame does not share the processor with the rest of the file.
    let tell = teller(of: reading)
    let start: @MainActor @Sendable () -> Void = { [weak self] in
      if BackgroundThread.run({ reader.run(tell) }) { return }
      // Without a thread a file that has been read is only not followed.
      guard let self, phase.isLoading else { return }
      receive(nil, .failed("\(SourceError.system(input.name, EAGAIN))"), standing, of: reading)
    }
    DispatchQueue.main.async { MainActor.assumeIsolated { start() } }
  }

  /// Whether the first records can be had in less than a frame: not behind blanks without end, nor
  /// where a pointer leads far into a large file, nor where much has to be compared.
  private func beginsAtOnce(_ input: ByteInput) -> Bool {
    if input.isKept { return false }
    if input.bytes.size <= Self.smallSize { return snapshot.itemCount <= Self.smallSize }
    guard snapshot.itemCount == 0, place.pointer.tokens.isEmpty else { return false }
    let head = input.bytes.read(0..<FileBytes.blockSize) ?? []
    return !head.allSatisfy(\.isJSONBlank)
  }

  /// A way for a thread to tell this source, as long as it is still the same reading.
  private func teller(of reading: Reading)
    -> @Sendable (ListUpdate?, ListPhase, RecordStanding) -> Void
  {
    let take: @MainActor @Sendable (ListUpdate?, ListPhase, RecordStanding) -> Void = {
      [weak self, weak reading] update, phase, standing in
      if let reading { self?.receive(update, phase, standing, of: reading) }
    }
    return { update, phase, standing in
      DispatchQueue.main.async { MainActor.assumeIsolated { take(update, phase, standing) } }
    }
  }

  // MARK: - What was read

  private func receive(
    _ update: ListUpdate?, _ phase: ListPhase, _ standing: RecordStanding, of reading: Reading
  ) {
    guard self.reading === reading, !reading.cancellation.isCancelled else { return }
    self.standing = standing
    if !phase.isLoading { self.standing.isProvisional = false }
    show(update, phase)
  }

  private func show(_ update: ListUpdate?, _ phase: ListPhase) { state.show(update, phase) }
}
