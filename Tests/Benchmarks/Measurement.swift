import Glibc

/// A benchmark: a computation, and a lower bound of its cost in the same process.
@MainActor
protocol Bench {
  /// The number of measured rounds. The report compares the medians.
  static var rounds: Int { get }

  /// Prepares a round. This time is not measured.
  func prepare()

  /// Runs the measured computation.
  func subject() async

  /// Runs the lower bound of the computation.
  func floor() async
}

extension Bench {
  static var rounds: Int { 9 }

  func prepare() {}
}

/// A measurement, with the texts that describe it in the report.
@MainActor
struct Measurement {
  let name: String
  let subject: String
  let floor: String

  init(_ name: String, of subject: String, floor: String) {
    (self.name, self.subject, self.floor) = (name, subject, floor)
  }

  /// Measures a benchmark and prints its line.
  ///
  /// Subject and floor take turns, so that a machine that slows down affects both.
  func run<B: Bench>(_ bench: @autoclosure () -> B) async {
    guard Self.only == nil || Self.only == name else { return }
    let bench = bench()
    var subjects: [Double] = []
    var floors: [Double] = []
    for round in 0...B.rounds {
      bench.prepare()
      let subject = await Self.milliseconds { await bench.subject() }
      let floor = await Self.milliseconds { await bench.floor() }
      // The first round warms up the caches.
      if round > 0 {
        subjects.append(subject)
        floors.append(floor)
      }
    }
    var line = Line(name, compared: "\(subject) to \(floor)")
    let ms = (subject: median(subjects) ?? .nan, floor: median(floors) ?? .nan)
    line.add("ratio", ms.subject / max(ms.floor, 0.0001))
    line.add("ms", ms.subject)
    line.add("floor_ms", ms.floor)
    line.add("runs_ms", subjects)
    line.add("floor_runs_ms", floors)
    line.print()
  }

  /// The name of the only measurement to run, from the variable `ONLY`, or nil for all.
  ///
  /// `diff_f` selects all forms of the workload `f`.
  static let only = getenv("ONLY").map { String(cString: $0) }

  private static func milliseconds(_ body: () async -> Void) async -> Double {
    let elapsed = await ContinuousClock().measure { await body() }
    return elapsed / .milliseconds(1)
  }
}
