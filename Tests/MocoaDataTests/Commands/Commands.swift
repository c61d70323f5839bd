import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

/// A command that a test runs on request, with its list.
@MainActor
final class Watched {
  let source: CommandSource

  /// An observer that checks all updates, or `nil` for long lists, for which that is slow.
  let mirror: Mirror?

  init(
    _ words: [String], every interval: Duration = .seconds(3600),
    _ options: RecordOptions = .init(),
    isLong: Bool = false
  ) throws {
    source = try CommandSource(words, every: interval, options: options)
    mirror = isLong ? nil : Mirror(source)
  }

  /// Creates a source that runs a shell script.
  convenience init(
    _ script: String, every interval: Duration = .seconds(3600), isLong: Bool = false
  )
    throws
  {
    try self.init(["sh", "-c", script], every: interval, isLong: isLong)
  }

  /// The change sets of the updates that changed the list.
  var changes: [ChangeSet] { mirror?.changes ?? [] }

  /// The number of updates.
  var toldCount: Int { mirror?.count ?? 0 }

  /// Waits until a number of runs have ended.
  func ended(_ runs: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
    await eventually("the end of run \(runs)", sourceLocation: sourceLocation) {
      guard source.status.runCount >= runs else { return false }
      if case .running = source.status.activity { return source.status.runCount > runs }
      return true
    }
  }

  /// Runs the command once, after the initial run of the source.
  func run(sourceLocation: SourceLocation = #_sourceLocation) async {
    await ended(1, sourceLocation: sourceLocation)
    let runs = source.status.runCount
    source.runNow()
    await ended(runs + 1, sourceLocation: sourceLocation)
  }

  /// The texts of the rows, or their error messages.
  var rows: [String] {
    source.records.map { record in
      let text = record.value.scalarString ?? record.value.description
      return record.errorMessage ?? (record.name.map { "\($0): \(text)" } ?? text)
    }
  }

  /// The process IDs in the first rows.
  var processes: [pid_t] {
    let items = source.snapshot.sections[0].items
    return (0..<min(4, items.count)).compactMap { position in
      (items.element(at: position) as? Record)?.value.scalarString.flatMap { pid_t($0) }
    }
  }
}

/// Returns `true` if a process exists, including a zombie process.
func isThere(_ process: pid_t) -> Bool { kill(process, 0) == 0 }
