internal import Glibc
internal import MocoaModel

/// Reads a file or a stream for a source, and a file again whenever it has changed.
///
/// It knows what its source shows, for it is the only one that changes it: so it can say on its own
/// thread, and ready to be shown, what every change makes of the list.
final class RecordReader: @unchecked Sendable {
  // Sendable, because one thread at a time has it: the main one, until it hands it to its own.
  private let place: Place
  let watch: FileWatch?
  let cancellation: Cancellation

  /// What is shown.
  var list: RecordList
  private var phase: ListPhase

  /// Whether the records that are shown will stay.
  private var standing = RecordStanding()

  /// What has not been read to its end yet, and where it goes on.
  private var pending: (input: ByteInput, pass: RecordPass?)?

  /// The file as it was read last.
  var file: ReadFile?

  /// Since when the file is not shown as it is.
  var outdatedSince: ContinuousClock.Instant?

  /// What is read, and how.
  struct Place: Sendable {
    let path: String
    let pointer: JSONPointer
    let options: RecordOptions

    /// Is told what the columns are called.
    let heading = TableHeading()
  }

  /// A file that was read, to its end or to an error.
  struct ReadFile {
    let input: ByteInput

    /// What the system said of it when it was as long as what was read, or longer.
    var known: FileState

    /// Where reading ended; nil for an empty file, and behind an error.
    var rest: RecordPass?

    /// Why it could not be read to its end.
    var failure: SourceError?
  }

  /// Takes a change of the list, the phase, and whether the records will stay.
  typealias Tell = (ListUpdate?, ListPhase, RecordStanding) -> Void

  init(
    _ place: Place, _ input: ByteInput, shown: ListSnapshot, _ phase: ListPhase,
    watch: FileWatch?, _ cancellation: Cancellation
  ) {
    (self.place, self.phase) = (place, phase)
    (self.watch, self.cancellation) = (watch, cancellation)
    list = RecordList(shown, isOutdated: shown.itemCount > 0)
    pending = (input, nil)
  }

  var path: String { place.path }

  func loader(of input: ByteInput, _ cancellation: Cancellation) -> RecordLoader {
    RecordLoader(
      input: input, pointer: place.pointer, options: place.options, cancellation: cancellation,
      heading: place.heading)
  }

  /// Reads the first piece; all, where it has to be compared with what is shown.
  ///
  /// - Returns: whether there is more to be done, on a thread.
  func begin(isBrief: Bool, _ tell: Tell) -> Bool {
    readPending(isBrief: isBrief, tell)
    return pending != nil || watch != nil
  }

  /// Reads to the end, and goes on whenever the file has changed, until it is cancelled.
  func run(_ tell: Tell) {
    readPending(tell)
    if let watch { follow(watch, tell) }
  }

  // MARK: - Telling

  /// Tells of a change of the list.
  func show(_ update: ListUpdate, _ phase: ListPhase, _ tell: Tell) {
    self.phase = phase
    tell(update, phase, standing)
  }

  /// Tells how far reading is, unless that was told.
  func say(_ phase: ListPhase, _ tell: Tell) {
    guard phase != self.phase else { return }
    self.phase = phase
    tell(nil, phase, standing)
  }

  /// Tells how reading ended.
  func say(_ failure: SourceError?, _ tell: Tell) {
    say(Self.phase(after: failure), tell)
  }

  /// The phase when reading has ended.
  static func phase(after failure: SourceError?) -> ListPhase {
    failure.map { .failed("\($0)") } ?? .finished
  }

  // MARK: - Reading once

  private func readPending(isBrief: Bool = false, _ tell: Tell) {
    guard let (input, pass) = pending else { return }
    // What is shown stays until all is known, which of a stream may be never.
    if list.isOutdated, !input.isStream {
      pending = nil
      readAgain(input, tell)
      return
    }
    let known = try? input.state()
    let loader = loader(of: input, cancellation)
    let ending = loader.run(from: pass, isBrief: isBrief) { batch in
      standing.isProvisional = batch.isProvisional
      if batch.isRestart { standing.restartCount += 1 }
      show(list.add(batch), .loading(fraction: batch.fraction), tell)
    }
    // What the system said at first holds for all that was read since.
    let first = file?.known ?? known
    file = first.map {
      ReadFile(input: input, known: $0, rest: ending.rest, failure: ending.failure)
    }
    pending = ending.isEnd ? nil : (input, ending.rest)
    // A program that writes without end learns that it is not read any more.
    if ending.failure?.isLimit == true, input.isStream { input.stop() }
    guard ending.isEnd, !cancellation.isCancelled else { return }
    if list.isOutdated, ending.failure == nil { show(list.replace(by: []), .finished, tell) }
    say(ending.failure, tell)
  }
}
