import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

/// A command that a test runs when it wants to, and the list that it shows.
@MainActor
final class Watched {
  let source: CommandSource

  /// Follows all updates and checks them, which takes its time where lists are long.
  let mirror: Mirror?

  init(
    _ words: [String], every interval: Duration = .seconds(3600),
    _ options: RecordOptions = .init(),
    isLong: Bool = false
  ) throws {
    source = try CommandSource(words, every: interval, options: options)
    mirror = isLong ? nil : Mirror(source)
  }

  /// What a shell makes of a script.
  convenience init(
    _ script: String, every interval: Duration = .seconds(3600), isLong: Bool = false
  )
    throws
  {
    try self.init(["sh", "-c", script], every: interval, isLong: isLong)
  }

  /// The changes that were told, where something changed.
  var changes: [ChangeSet] { mirror?.changes ?? [] }

  /// How often something was told.
  var toldCount: Int { mirror?.count ?? 0 }

  /// Waits until so many runs have ended.
  func ended(_ runs: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
    await eventually("the end of run \(runs)", sourceLocation: sourceLocation) {
      guard source.status.runCount >= runs else { return false }
      if case .running = source.status.activity { return source.status.runCount > runs }
      return true
    }
  }

  /// Runs the command once more, after the run that the source begins with.
  func run(sourceLocation: SourceLocation = #_sourceLocation) async {
    await ended(1, sourceLocation: sourceLocation)
    let runs = source.status.runCount
    source.runNow()
    await ended(runs + 1, sourceLocation: sourceLocation)
  }

  /// The rows as texts, or what is wrong with them.
  var rows: [String] {
    source.records.map { record in
      let text = record.value.scalarText ?? record.value.description
      return record.problem ?? (record.name.map { "\($0): \(text)" } ?? text)
    }
  }

  /// The first rows as numbers of processes.
  var processes: [pid_t] {
    let items = source.snapshot.sections[0].items
    return (0..<min(4, items.count)).compactMap { position in
      (items.element(at: position) as? Record)?.value.scalarText.flatMap { pid_t($0) }
    }
  }
}

/// Whether there is such a process, be it only one that has ended and was not buried.
func isThere(_ process: pid_t) -> Bool { kill(process, 0) == 0 }
