import Glibc
import MocoaData
import MocoaModel

/// `make soak`: what long runs leave behind in memory and descriptors, a JSON object each.
///
/// The program runs in a pseudo-terminal; the store is one of this process.
struct Soak {
  /// The built program, and a folder for files.
  let program: String
  let folder: String

  /// The length; of ten minutes, five are for the watched command, and the counts are whole.
  let minutes: Double

  @MainActor
  func run() async throws {
    try watchedCommand()
    try rewrittenFile()
    try await store()
  }

  /// A command with 1,000 rows, each of them another in each run, ten times a second.
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

  /// A file of 1,000 records that is replaced 10,000 times.
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
      // The newest contents are on the screen at the end of each part.
      let last = "version \((part + 1) * count / 10) "
      _ = try session.wait(last) { screen in
        (0..<50).contains { screen.text(of: $0).contains(last) }
      }
    }
  }

  private func write(_ version: Int, to path: String) throws {
    guard let file = fopen("\(path).new", "w") else {
      throw PeerSession.Failure(text: "cannot write \(path): errno \(errno)")
    }
    for id in 1...1000 {
      fputs("{\"id\": \(id), \"title\": \"version \(version) of \(id)\"}\n", file)
    }
    guard fclose(file) == 0, rename("\(path).new", path) == 0 else {
      throw PeerSession.Failure(text: "cannot write \(path): errno \(errno)")
    }
  }

  /// Prints how a program fares over some parts of a run.
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

  /// A store that keeps 1,000 entities and makes a million commits.
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
