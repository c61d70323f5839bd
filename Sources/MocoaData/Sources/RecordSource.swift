internal import Dispatch
public import MocoaModel

/// The records of a file, as a list that grows while the file is read in the background.
///
/// A source is an index, not an array of records: a record is read and parsed when it is looked at.
/// Lines (NDJSON) are indexed block by block, in files of any size; a file that is one JSON value is
/// read as a whole, and its elements or members are the records. A small file is read at once, so that
/// nobody sees it come.
@MainActor
public final class RecordSource: ListSource {
  /// The records so far, in one section.
  public private(set) var snapshot: ListSnapshot

  /// How far reading has come.
  public private(set) var phase = ListPhase.loading(fraction: nil)

  private let observers = Observers<ListUpdate>()
  private let cancellation = Cancellation()
  private var waiting: [@MainActor () -> Void] = []

  /// Opens a file and begins to read it.
  ///
  /// - Parameters:
  ///   - path: a regular file.
  ///   - pointer: a JSON pointer to the value whose elements or members are the records; in a file
  ///     of lines its first token is the position of a line, from 0.
  /// - Throws: why the file cannot be opened. What is found out while reading shows in `phase`.
  public init(path: String, at pointer: String = "", options: RecordOptions = RecordOptions())
    throws(SourceError)
  {
    guard let place = JSONPointer(pointer) else { throw .pointer(path, pointer: pointer) }
    let file = try FileBytes(path: path)
    snapshot = ListSnapshot(sections: [SectionSnapshot(id: "records")])
    let loader = RecordLoader(
      file: file, pointer: pointer, tokens: place.tokens, options: options,
      cancellation: cancellation)
    if file.size <= Self.smallSize {
      finish(loader.run { append($0, fraction: $1) })
    } else {
      load(loader)
    }
  }

  /// Files of at most so many bytes are read at once: it takes less than a frame.
  private static let smallSize = 1 << 18

  /// Reads in the background.
  private func load(_ loader: RecordLoader) {
    let take: @MainActor @Sendable (Progress) -> Void = { [weak self] in self?.take($0) }
    @Sendable func tell(_ progress: Progress) {
      DispatchQueue.main.async { MainActor.assumeIsolated { take(progress) } }
    }
    BackgroundThread.run {
      let failure = loader.run { tell(.batch($0, fraction: $1)) }
      tell(.end(failure))
    }
  }

  /// What the loader tells.
  private enum Progress: Sendable {
    case batch([RecordChunk], fraction: Double)
    case end(SourceError?)
  }

  private func take(_ progress: Progress) {
    switch progress {
    case .batch(let chunks, let fraction): append(chunks, fraction: fraction)
    case .end(let failure): finish(failure)
    }
  }

  isolated deinit {
    cancellation.cancel()
    for perform in waiting { perform() }
  }

  /// Tells of every change.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Ends reading; what is there stays, and `phase` says that it is not all.
  public func stop() {
    guard case .loading = phase else { return }
    cancellation.cancel()
    finish(.stopped)
  }

  /// Calls back, at once or later, when the first records are there or reading has ended.
  public func whenSettled(_ perform: @escaping @MainActor () -> Void) {
    if case .loading = phase, snapshot.itemCount == 0 {
      waiting.append(perform)
    } else {
      perform()
    }
  }

  private func append(_ chunks: [RecordChunk], fraction: Double) {
    guard case .loading = phase else { return }
    let before = snapshot
    for chunk in chunks { snapshot.sections[0].items.append(chunk) }
    phase = .loading(fraction: fraction)
    let count = chunks.reduce(0) { $0 + $1.count }
    publish(before, .appending(count, toSection: 0, of: before))
  }

  private func finish(_ failure: SourceError?) {
    guard case .loading = phase else { return }
    phase = failure.map { .failed("\($0)") } ?? .finished
    publish(snapshot, .unchanged(snapshot))
  }

  private func publish(_ before: ListSnapshot, _ changes: ChangeSet) {
    observers.send(ListUpdate(before: before, after: snapshot, changes: changes))
    let settled = waiting
    waiting = []
    for perform in settled { perform() }
  }
}
