import Glibc

/// Something to be measured, and the least that it could cost, in the same process.
@MainActor
protocol Bench {
  /// How often each is measured; the medians are compared.
  static var rounds: Int { get }

  /// Makes ready for a round; not measured.
  func prepare()

  /// What is measured.
  func subject() async

  /// The least it could cost.
  func floor() async
}

extension Bench {
  static var rounds: Int { 9 }

  func prepare() {}
}

/// A measurement, and how it is told.
@MainActor
struct Measurement {
  let name: String
  let subject: String
  let floor: String

  init(_ name: String, of subject: String, floor: String) {
    (self.name, self.subject, self.floor) = (name, subject, floor)
  }

  /// Measures in turn, so that a machine that becomes slower does so for both.
  func run<B: Bench>(_ bench: @autoclosure () -> B) async {
    guard Self.only == nil || Self.only == name else { return }
    let bench = bench()
    var subjects: [Double] = []
    var floors: [Double] = []
    for round in 0...B.rounds {
      bench.prepare()
      let subject = await Self.milliseconds { await bench.subject() }
      let floor = await Self.milliseconds { await bench.floor() }
      // The first round warms caches up.
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

  /// The one measurement that is asked for; nil for all.
  static let only = getenv("ONLY").map { String(cString: $0) }

  private static func milliseconds(_ body: () async -> Void) async -> Double {
    let elapsed = await ContinuousClock().measure { await body() }
    return elapsed / .milliseconds(1)
  }
}
