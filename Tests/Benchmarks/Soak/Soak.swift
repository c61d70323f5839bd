import Glibc
import MocoaModel
import MocoaStore

/// The soak test of `make soak`: the growth of memory and descriptors in long runs.
///
/// Each part prints a JSON object. The first two parts run the program in a pseudo-terminal. The
/// store of the last part is in this process.
struct Soak {
  /// The path of the built program, and the path of a folder for files.
  let program: String
  let folder: String

  /// The length in minutes.
  ///
  /// With ten minutes, the watched command runs for five, and the other parts reach 10,000 rewrites
  /// and a million commits.
  let minutes: Double

  @MainActor
  func run() async throws {
    try watchedCommand()
    try rewrittenFile()
    try await store()
  }

  /// Watches a command that prints 1,000 rows, different in each run, ten times a second.
  private func watchedCommand() throws {
    let script = """
      awk -v seed=$(date +%N) 'BEGIN { srand(seed); for (i = 1; i <= 1000; i++) \
      printf "{\\"id\\": %d, \\"value\\": %d, \\"text\\": \\"row %d\\"}\\n", i, rand() * 1e6, i }'
      """
    let session = try PeerSession([program, "watch", "-n", "0.1", "--", "sh", "-c", script])
    _ = try session.wait("a list") { $0.text(of: 0).contains("/1000") }
    try observe(session, "watch", "1,000 changing rows at 0.1 s", parts: 10) { _ in
      session.listen(seconds: minutes * 30 / 10)
    }
  }

  /// Replaces a file of 1,000 records, 10,000 times in a test of ten minutes.
  private func rewrittenFile() throws {
    let path = "\(folder)/soak.ndjson"
    try write(0, to: path)
    let session = try PeerSession([program, path])
    _ = try session.wait("a list") { $0.text(of: 0).contains("/1000") }
    let count = Int(minutes * 1000)
    try observe(session, "file", "\(count) rewrites of 1,000 records", parts: 10) { part in
      for number in (part * count / 10)..<((part + 1) * count / 10) {
        try write(number + 1, to: path)
        session.listen(seconds: 0.005)
      }
      // Each part ends when the screen shows the newest content.
      let last = "version \((part + 1) * count / 10) "
      _ = try session.wait(last) { screen in
        (0..<50).contains { screen.text(of: $0).contains(last) }
      }
    }
  }

  private func write(_ version: Int, to path: String) throws {
    guard let file = fopen("\(path).new", "w") else {
      throw PeerSession.SessionError(text: "cannot write \(path): errno \(errno)")
    }
    for id in 1...1000 {
      fputs("{\"id\": \(id), \"title\": \"version \(version) of \(id)\"}\n", file)
    }
    guard fclose(file) == 0, rename("\(path).new", path) == 0 else {
      throw PeerSession.SessionError(text: "cannot write \(path): errno \(errno)")
    }
  }

  /// Runs the parts of a test, and prints the usage of the program.
  private func observe(
    _ session: PeerSession, _ name: String, _ subject: String, parts: Int,
    _ run: (Int) throws -> Void
  ) throws {
    session.listen(seconds: 1)
    let start = session.usage
    var megabytes: [Double] = []
    for part in 0..<parts {
      try run(part)
      megabytes.append(session.usage.megabytes)
    }
    var line = Line("soak_\(name)", compared: subject)
    line.add("minutes", minutes)
    line.add(start, "start")
    line.add(session.usage, "end")
    line.add("rss_mb_tenths", megabytes)
    line.print()
    session.type("Q")
    _ = try session.waitForEnd()
  }

  /// Makes commits to a store of 1,000 entities, a million in a test of ten minutes.
  @MainActor
  private func store() async throws {
    struct Counter: Entity {
      let id: Int
      var value: Int
    }
    let path = "\(folder)/soak.db"
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    let store = EntityStore(cache: SQLiteEntityCache(path: path))
    let count = Int(minutes * 100_000)
    for id in 0..<1000 { try store.upsert(Counter(id: id, value: -1)) }
    try await store.flush()
    let start = ProcessUsage(of: getpid())
    var megabytes: [Double] = []
    for commit in 0..<count {
      try store.upsert(Counter(id: commit % 1000, value: commit))
      if commit % 1000 == 999 { try await store.flush() }
      if (commit + 1) % max(1, count / 10) == 0 {
        megabytes.append(ProcessUsage(of: getpid()).megabytes)
      }
    }
    try await store.flush()
    var line = Line("soak_store", compared: "\(count) commits to 1,000 entities")
    line.add("minutes", minutes)
    line.add(start, "start")
    line.add(ProcessUsage(of: getpid()), "end")
    line.add("rss_mb_tenths", megabytes)
    var status = stat()
    stat(path, &status)
    line.add("file_bytes", Double(status.st_size))
    line.print()
  }
}
