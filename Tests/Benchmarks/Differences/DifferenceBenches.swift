import Foundation
import MocoaModel

/// Measures differencing.
///
/// The function prints one line for each workload in each form, and two lines about all sizes. The
/// ratio is relative to comparing both lists once. `memcmp` and a hash table of all elements are
/// reported as well.
///
/// - Parameter names: The names of the workloads to measure, or an empty array for all.
func measureDifferences(_ names: [String] = []) {
  for workload in DifferenceWorkload.all where names.isEmpty || names.contains(workload.name) {
    DifferenceBench(DifferenceSubject(workload)).run()
  }
  if names.isEmpty || names.contains("growth") { measureGrowth() }
  if names.isEmpty || names.contains("sizes") { measureSizes() }
}

/// A measurement of one workload in all forms, relative to its lower bounds.
private struct DifferenceBench {
  let subject: DifferenceSubject

  init(_ subject: DifferenceSubject) { self.subject = subject }

  func run() {
    let (old, new, twin) = (subject.old, subject.new, subject.twin)
    var contest = PairedBenchmark()
    var lines: [(form: String, difference: () -> ChangeSet)] = []
    if subject.workload.changed.isEmpty {
      lines.append(("uuid", { ChangeSet(from: old, to: new) }))
    }
    let indexed = subject.indexed
    lines.append(("snapshot", { ChangeSet(from: indexed.old, to: indexed.new) }))
    if subject.workload.name == "b" {
      let strings = subject.strings
      lines.append(("string", { ChangeSet(from: strings.old, to: strings.new) }))
    }
    if ["b", "l"].contains(subject.workload.name) {
      let models = subject.models
      lines.append(("models", { ChangeSet(from: models.old, to: models.new) }))
    }
    for line in lines { contest.add(line.form) { count(line.difference().moves.count) } }
    contest.add("f0") { count(DifferenceFloor.pairwise(old, new)) }
    contest.add("memcmp") {
      count(DifferenceFloor.memory(old, twin, count: min(old.count, new.count)))
    }
    contest.add("table") { count(DifferenceFloor.table(old, new)) }
    if lines[0].form != "uuid" {
      contest.add("uuid") { count(ChangeSet(from: old, to: new).moves.count) }
    }
    if subject.workload.isStandardLinear {
      contest.add("standard") { count(new.difference(from: old).count) }
    }
    contest.run(rounds: 9)
    for line in lines { print(contest, line.form, line.difference) }
  }

  private func print(_ contest: PairedBenchmark, _ form: String, _ difference: () -> ChangeSet) {
    var line = Line(
      "diff_\(subject.workload.name)_\(form)", compared: subject.workload.title + " to F0")
    line.add("ratio", contest.ratio(form, to: "f0"))
    line.add("ms", contest.milliseconds(form))
    line.add("f0_ms", contest.milliseconds("f0"))
    line.add("f0_to_memcmp", contest.ratio("f0", to: "memcmp"))
    line.add("to_table_floor", contest.ratio(form, to: "table"))
    line.add("collection_difference_to_this", contest.ratio("standard", to: form))
    line.add("to_uuid", form == "uuid" ? nil : contest.ratio(form, to: "uuid"))
    let changes = difference()
    line.add("deletions", Double(changes.deletions.reduce(0) { $0 + $1.range.count }))
    line.add("insertions", Double(changes.insertions.reduce(0) { $0 + $1.range.count }))
    line.add("moves", Double(changes.moves.count))
    line.add("updates", Double(changes.updates.count))
    line.add("peak_extra_mib", PeakMemory.mebibytes(of: difference))
    line.print()
  }
}

/// Measures the growth of the time from 100,000 to 1,000,000 elements, with ten times the edits.
///
/// The ratio should be at most 15.
private func measureGrowth() {
  let subjects = [100_000, 1_000_000].map { count in
    DifferenceSubject(
      .scattered(
        "c", count, deleted: count / 250, inserted: count / 250, moved: count / 500))
  }
  var contest = PairedBenchmark()
  for (name, subject) in zip(["small", "large"], subjects) {
    contest.add(name) { count(ChangeSet(from: subject.old, to: subject.new).moves.count) }
  }
  contest.run(rounds: 9)
  var line = Line("diff_growth", compared: "1,000,000 UUIDs to 100,000, with as many edits each")
  line.add("ratio", contest.ratio("large", to: "small"))
  line.add("ms", contest.milliseconds("large"))
  line.add("small_ms", contest.milliseconds("small"))
  line.print()
}

/// Measures a typical edit at every size from 1 to 500.
///
/// One element in 50, but at least one, is deleted, and as many are inserted and moved.
private func measureSizes() {
  var ratios: [(size: Int, ratio: Double)] = []
  for size in 1...500 {
    let edits = max(1, size / 50)
    let subject = DifferenceSubject(
      .scattered("size", size, deleted: edits, inserted: edits, moved: edits))
    let (old, new) = (subject.old, subject.new)
    var contest = PairedBenchmark()
    contest.add("ours") { count(ChangeSet(from: old, to: new).moves.count) }
    contest.add("standard") { count(new.difference(from: old).count) }
    contest.run(rounds: 5, atLeast: 0.1)
    ratios.append((size, contest.ratio("standard", to: "ours") ?? .nan))
  }
  let least = ratios.min { $0.ratio < $1.ratio }
  var line = Line("diff_sizes", compared: "CollectionDifference to this, 1 to 500 UUIDs")
  line.add("least_ratio", least?.ratio)
  line.add("at_size", least.map { Double($0.size) })
  line.add("sizes", [1, 2, 5, 10, 20, 50, 100, 200, 500])
  line.add("ratios", [1, 2, 5, 10, 20, 50, 100, 200, 500].map { ratios[$0 - 1].ratio })
  line.print()
}

/// The sum of all results, which keeps the compiler from removing computations with unused results.
nonisolated(unsafe) private var sum = 0

@inline(never)
private func count(_ result: Int) { sum &+= result }
