internal import Glibc
public import MocoaModel
internal import MocoaSystem

/// A list of the records of a file or stream, which grows while it is read in the background.
///
/// A source is an index, not an array of records. A record is read and parsed when it is displayed,
/// so the size of the input is not limited. A small file is read synchronously and appears at once.
/// The bytes of a stream are stored in an unnamed file.
@MainActor
public final class RecordSource: TableSource {
  /// The records that were already read, in one section.
  public var snapshot: ListSnapshot { state.snapshot }

  /// The loading phase of the list.
  public var phase: ListPhase { state.phase }

  /// The names of the columns if the records are rows of a table; otherwise `nil`.
  package var columnNames: [String]? { inputLocation.heading.names }

  /// The status of the displayed records, which are provisional until the format of the input is
  /// final.
  package private(set) var recordStatus = RecordStatus()

  /// A Boolean value that indicates whether the list does not change until `reload()` is called.
  package var hasEnded: Bool {
    guard !phase.isLoading, let reading else { return false }
    return reading.watch == nil || reading.cancellation.isCancelled || recordStatus.isAtLimit
  }

  private let inputLocation: RecordReader.InputLocation
  private let follows: Bool
  private let isInMemory: Bool

  private let state = SourceState(RecordList.empty)
  private var reading: Reading?

  /// Opens a file or another source of bytes and starts reading.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file, a pipe or a device; `/dev/stdin` for standard input. If
  ///     a pipe or device is opened several times, all sources share one stream.
  ///   - pointer: A JSON pointer to the value whose elements or members are the records. For lines
  ///     or a sequence of values, the first token is an index from 0.
  ///   - options: The options for parsing the records.
  ///   - follows: A Boolean value that indicates whether to continue when the file grows, and to
  ///     read again when it is changed or replaced.
  /// - Throws: ``SourceError`` if the path cannot be opened. Errors during reading appear in
  ///   ``phase``.
  public init(
    path: String, at pointer: String = "", options: RecordOptions = RecordOptions(),
    follows: Bool = false
  ) throws(SourceError) {
    guard let parsed = JSONPointer(pointer) else { throw .pointer(path, pointer: pointer) }
    inputLocation = RecordReader.InputLocation(path: path, pointer: parsed, options: options)
    (self.follows, isInMemory) = (follows, false)
    read(try ByteInput.open(path))
  }

  /// Creates a source of the records of a text in memory.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - name: The name of the text in messages.
  ///   - pointer: A JSON pointer to the value whose elements or members are the records.
  ///   - options: The options for parsing the records.
  /// - Throws: `SourceError.pointer` if the pointer is not valid.
  public init(
    bytes: [UInt8], name: String, at pointer: String = "", options: RecordOptions = RecordOptions()
  ) throws(SourceError) {
    guard let parsed = JSONPointer(pointer) else { throw .pointer(name, pointer: pointer) }
    inputLocation = RecordReader.InputLocation(path: name, pointer: parsed, options: options)
    (follows, isInMemory) = (false, true)
    read(ByteInput(bytes, name: name))
  }

  isolated deinit { reading?.cancel() }

  /// Adds an observer of every update of the list and of the phase.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    state.observe(perform)
  }

  /// Stops reading.
  ///
  /// The list keeps the records that were already read, and ``phase`` reports that it is
  /// incomplete.
  ///
  /// A stream is closed for all its readers. A file is not followed any more.
  public func stop() {
    guard phase.isLoading else { return }
    reading?.stream?.stop()
    reading?.cancel()
    show(nil, .failed("\(SourceError.stopped)"))
  }

  /// Reads from the start again and publishes all changes in one update.
  ///
  /// The displayed records stay until reading is complete. If reading fails, they remain. A small
  /// file is read before the method returns.
  ///
  /// - Returns: `false` if the bytes came from a stream or from memory and cannot be read again.
  /// - Throws: ``SourceError`` if the path cannot be opened. The list is then unchanged.
  public func reload() throws(SourceError) -> Bool {
    // Bytes in memory do not change.
    if isInMemory { return false }
    let input = try ByteInput.open(inputLocation.path)
    guard !input.isStream || reading?.stream !== input else { return false }
    read(input)
    return true
  }

  /// Returns the path of a file without the extension of its compression format.
  public nonisolated static func uncompressedName(of path: String) -> String {
    Compression.uncompressedName(path)
  }

  /// Calls a closure after the first records are read or reading ends.
  ///
  /// The call is immediate if this has already happened.
  public func onInitialLoad(_ perform: @escaping @MainActor () -> Void) {
    state.onInitialLoad(perform)
  }

  // MARK: - Reading

  /// One reading session: the first read of the input and all later reads after its changes.
  private final class Reading {
    /// The stream that is read, or `nil` for a file.
    ///
    /// A file is not retained, because another file may be at its path later.
    let stream: ByteInput?
    let watch: FileWatcher?
    let cancellation = CancellationToken()

    init(_ input: ByteInput, _ watch: FileWatcher?) {
      (stream, self.watch) = (input.isStream ? input : nil, watch)
    }

    func cancel() {
      cancellation.cancel()
      stream?.wake()
      watch?.cancel()
    }
  }

  /// The maximum size in bytes of a file that is read before the initializer returns, in less than
  /// a frame.
  private static let smallSize = 1 << 18

  private func read(_ input: ByteInput) {
    reading?.cancel()
    // A small file was copied before the watch starts. The reader looks for later changes.
    let reading = Reading(
      input, follows && !input.isStream ? FileWatcher(inputLocation.path, input.file) : nil)
    self.reading = reading
    let reader = RecordReader(
      inputLocation, input, displayed: snapshot, phase, watch: reading.watch, reading.cancellation)
    if beginsAtOnce(input) {
      // The first screen does not wait for a thread.
      let isBrief = input.bytes.size > Self.smallSize
      let isMore = reader.begin(firstBatchOnly: isBrief) { receive($0, $1, $2, of: reading) }
      guard isMore else { return }
    } else {
      reader.publish(.loading(fraction: nil)) { receive($0, $1, $2, of: reading) }
    }
    // The thread starts after the current turn, so that the first frame does not share the
    // processor with the rest of the file.
    let handler = handler(for: reading)
    let start: @MainActor @Sendable () -> Void = { [weak self] in
      if BackgroundThread.run({ reader.run(handler) }) { return }
      // Without a thread, a file that was read completely is only not followed.
      guard let self, phase.isLoading else { return }
      receive(nil, .failed("\(SourceError.system(input.name, EAGAIN))"), recordStatus, of: reading)
    }
    MainActorScheduler.schedule { start() }
  }

  /// Returns `true` if the first records are available in less than a frame.
  ///
  /// Long leading whitespace, a pointer into a large file, or the comparison with many records
  /// takes longer.
  private func beginsAtOnce(_ input: ByteInput) -> Bool {
    if input.isImmutable { return false }
    if input.bytes.size <= Self.smallSize { return snapshot.itemCount <= Self.smallSize }
    guard snapshot.itemCount == 0, inputLocation.pointer.tokens.isEmpty else { return false }
    let head = input.bytes.read(0..<FileBytes.blockSize) ?? []
    return !head.allSatisfy(\.isJSONBlank)
  }

  /// Returns a closure that passes the results of a session to this source.
  ///
  /// It can be called on any thread, and has no effect when another session has started.
  private func handler(for reading: Reading)
    -> @Sendable (ListUpdate?, ListPhase, RecordStatus) -> Void
  {
    let take: @MainActor @Sendable (ListUpdate?, ListPhase, RecordStatus) -> Void = {
      [weak self, weak reading] update, phase, status in
      if let reading { self?.receive(update, phase, status, of: reading) }
    }
    return { update, phase, standing in
      MainActorScheduler.schedule { take(update, phase, standing) }
    }
  }

  // MARK: - Results

  private func receive(
    _ update: ListUpdate?, _ phase: ListPhase, _ status: RecordStatus, of reading: Reading
  ) {
    guard self.reading === reading, !reading.cancellation.isCancelled else { return }
    self.recordStatus = status
    if !phase.isLoading { self.recordStatus.isProvisional = false }
    show(update, phase)
  }

  private func show(_ update: ListUpdate?, _ phase: ListPhase) { state.show(update, phase) }
}
