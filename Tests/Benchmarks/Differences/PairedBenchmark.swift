import Glibc

/// A set of computations that are measured in turn.
///
/// Because of the turns, a machine that slows down affects all computations. Only the CPU time of
/// this thread is measured, which reduces the influence of other processes.
struct PairedBenchmark {
  private struct Entry {
    let name: String
    let run: () -> Void
    var milliseconds: [Double] = []
    var spent = 0.0
    /// The number of runs per measurement, so that each measurement is long enough to be exact.
    var repeats = 1
  }

  private var entries: [Entry] = []

  /// Adds a computation.
  mutating func add(_ name: String, _ run: @escaping () -> Void) {
    entries.append(Entry(name: name, run: run))
  }

  /// Measures all computations.
  ///
  /// A computation that has taken ten seconds in total is not measured again.
  ///
  /// - Parameters:
  ///   - rounds: The number of measurements of each computation.
  ///   - milliseconds: The approximate minimum duration of a measurement.
  mutating func run(rounds: Int, atLeast milliseconds: Double = 1) {
    for index in entries.indices {
      // The first run warms up the caches.
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

  /// Returns the median of the measurements of a computation.
  func milliseconds(_ name: String) -> Double? {
    entries.first { $0.name == name }.flatMap { median($0.milliseconds) }
  }

  func least(_ name: String) -> Double? {
    entries.first { $0.name == name }.flatMap { $0.milliseconds.min() }
  }

  /// Returns the median of a computation divided by the median of another one.
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
