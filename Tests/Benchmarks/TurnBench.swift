import Glibc
import MocoaModel
import MocoaStore

/// A measurement of the longest turn of the main actor during large loads, sorts and edits.
///
/// The result is not a ratio but processor time in milliseconds. A turn may take at most 8.
@MainActor
final class TurnBench {
  struct Song: Entity {
    let id: Int
    var title: String
    var rank: Int

    init(_ id: Int, rank: Int? = nil) {
      (self.id, title, self.rank) = (id, "Song number \(id)", rank ?? id &* 7919 % 100_003)
    }
  }

  private let folder: String
  private let key = ListKey<Song>("songs")
  private let watch = TurnWatch()
  private var line = Line("turns", compared: "the longest turn of the main actor, in milliseconds")

  init() {
    var template = Array("/tmp/mocoa-bench-turns-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
  }

  private func cache() -> SQLiteEntityCache { SQLiteEntityCache(path: "\(folder)/cache.db") }

  /// Measures all cases and prints the line.
  func run() async {
    do {
      try await load()
      try await sort()
    } catch {
      preconditionFailure("\(error)")
    }
    for ending in ["", "-wal", "-shm"] { unlink("\(folder)/cache.db\(ending)") }
    rmdir(folder)
    line.print()
  }

  private var pipeline: RelationPipeline<Song> {
    RelationPipeline().filter { $0.rank % 10 != 3 }.sort(by: \.rank).sort(by: \.title).observing(
      \.title)
  }

  private func measure(
    _ name: String, until isDone: @MainActor () -> Bool, _ body: () throws -> Void
  ) async rethrows {
    watch.start()
    try body()
    await watch.turns(until: isDone)
    line.add(name, watch.stop())
  }

  /// Measures the load of a list of 100,000 entities from a file, and its change by another
  /// program.
  private func load() async throws {
    let count = 100_000
    var store = EntityStore(cache: cache())
    try store.write { try $0.set(key, to: (0..<count).map { Song($0) }) }
    try await store.flush()
    for isSorted in [false, true] {
      store = EntityStore(cache: cache())
      let provider = try CollectionProvider(store, key)
      let relation = isSorted ? RelationController(provider, pipeline) : nil
      await measure(isSorted ? "load_sorted_ms" : "load_ms", until: { !provider.phase.isLoading }) {
        provider.load()
      }
      precondition(provider.count == count)
      guard let relation else { continue }
      // Every tenth row is replaced, and the order is reversed.
      let ids = (0..<count).reversed().map { ItemID($0 % 10 == 0 ? $0 + count : $0) }
      var batch = EntityBatch(revision: 1)
      batch.upserts = (0..<count / 10).map { .init(Song(10 * $0 + count)) }
      batch.listEdits = [.init(key, to: ids)]
      let other = cache()
      await measure(
        "reload_ms", until: { provider[0]?.id == count - 1 && provider[count - 1]?.id == count }
      ) {
        other.apply(batch) { _ in }
      }
      await watch.turns { relation.phase == .finished }
    }
  }

  /// Measures a relation over 1,000,000 rows that is sorted, edited and sorted again.
  private func sort() async throws {
    let (store, count) = (EntityStore(), 1_000_000)
    try store.write { try $0.set(key, to: (0..<count).map { Song($0) }) }
    let provider = try CollectionProvider(store, key)
    var relation: RelationController<Song>?
    await measure("sort_ms", until: { relation?.phase == .finished }) {
      relation = RelationController(provider, pipeline)
    }
    try await measure("first_edit_ms", until: { true }) {
      try store.upsert(Song(500_000, rank: 7))
    }
    try await measure("edit_ms", until: { true }) {
      try store.write { try $0.upsert((0..<100).map { Song($0 * 9001, rank: $0) }) }
    }
    await measure("sort_again_ms", until: { relation?.phase == .finished }) {
      relation?.pipeline = RelationPipeline().sort(.descending, by: \.id)
    }
    precondition(relation?.count == count)
  }
}

/// A measurement of the time for which the main actor is busy without a pause, in processor time.
@MainActor
final class TurnWatch {
  private var isRunning = false
  private var (last, longest) = (0.0, 0.0)
  private var thread = pthread_self()

  /// Starts the measurement.
  func start() {
    (isRunning, longest) = (true, 0)
    last = PairedBenchmark.threadMilliseconds
    tick()
  }

  /// Ends the measurement.
  ///
  /// - Returns: The duration of the longest turn in milliseconds.
  func stop() -> Double {
    isRunning = false
    return longest
  }

  /// Waits for turns of the main actor until a condition holds, and for two more.
  func turns(until isDone: @MainActor () -> Bool) async {
    var rest = 2
    while rest > 0 {
      if isDone() { rest -= 1 }
      await withCheckedContinuation { done in MainActorScheduler.schedule { done.resume() } }
    }
  }

  private func tick() {
    let (now, here) = (PairedBenchmark.threadMilliseconds, pthread_self())
    // Another thread has its own clock.
    if here == thread { longest = max(longest, now - last) }
    (last, thread) = (now, here)
    if isRunning { MainActorScheduler.schedule { self.tick() } }
  }
}
