import Glibc

/// Some computations, measured in turn, so that a machine that becomes slower does so for all.
///
/// What counts is the time this thread runs, so that it matters less what else the machine does.
struct Contest {
  private struct Entry {
    let name: String
    let run: () -> Void
    var milliseconds: [Double] = []
    var spent = 0.0
    /// How often it runs for one measurement, so that each takes long enough to be told.
    var repeats = 1
  }

  private var entries: [Entry] = []

  /// Adds a computation.
  mutating func add(_ name: String, _ run: @escaping () -> Void) {
    entries.append(Entry(name: name, run: run))
  }

  /// Measures everything so often; what has taken ten seconds is not measured again.
  mutating func run(rounds: Int, atLeast milliseconds: Double = 1) {
    for index in entries.indices {
      // The first run warms caches up.
      let first = Self.milliseconds(entries[index].run)
      entries[index].repeats = max(1, Int(milliseconds / max(first, 0.0001)))
      if first > 2_000 { entries[index].milliseconds.append(first) }
      entries[index].spent = first
    }
    for _ in 0..<rounds {
      for index in entries.indices where entries[index].spent < 10_000 {
        let entry = entries[index]
        let total = Self.milliseconds { for _ in 0..<entry.repeats { entry.run() } }
        entries[index].milliseconds.append(total / Double(entry.repeats))
        entries[index].spent += total
      }
    }
  }

  /// The median of a computation's measurements.
  func milliseconds(_ name: String) -> Double? {
    entries.first { $0.name == name }.flatMap { median($0.milliseconds) }
  }

  func least(_ name: String) -> Double? {
    entries.first { $0.name == name }.flatMap { $0.milliseconds.min() }
  }

  /// How many times as long as another a computation takes.
  func ratio(_ name: String, to other: String) -> Double? {
    guard let mine = milliseconds(name), let others = milliseconds(other) else { return nil }
    return mine / others
  }

  private static func milliseconds(_ body: () -> Void) -> Double {
    let start = threadMilliseconds
    body()
    return threadMilliseconds - start
  }

  /// The processor time of this thread.
  static var threadMilliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
