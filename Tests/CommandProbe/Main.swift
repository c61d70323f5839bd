import CProbe
import Dispatch
import Glibc
import MocoaData
import MocoaModel

/// A program that watches a command, and ends in the requested way or with its parent process.
///
/// The first form prints the first list that has rows, and then exits, aborts or waits. The second
/// form ends after a number of runs. It prints the number of open descriptors at the tenth run and
/// at the last run.
///
///     CommandProbe exit|abort|wait COMMAND…
///     CommandProbe RUNS COMMAND…
@main
@MainActor
enum CommandProbe {
  static var source: CommandSource?
  static var token: ObservationToken?
  static var descriptors: Int?

  static func main() throws {
    mocoa_end_with_parent()
    let words = CommandLine.arguments.dropFirst()
    guard let way = words.first else { exit(2) }
    let source = try CommandSource(Array(words.dropFirst()), every: .milliseconds(10))
    token = source.observe { [weak source] _ in
      guard let source else { return }
      if let runs = Int(way) { count(source, upTo: runs) } else { end(source, way) }
    }
    self.source = source
    dispatchMain()
  }

  static func end(_ source: CommandSource, _ way: String) {
    let items = source.snapshot.sections[0].items
    guard items.count > 0 else { return }
    for position in 0..<items.count {
      if let record = items.element(at: position) as? Record {
        print(record.value.scalarString ?? "")
      }
    }
    fflush(nil)
    token = nil
    switch way {
    case "exit": exit(0)
    case "abort": abort()
    default: break
    }
  }

  static func count(_ source: CommandSource, upTo runs: Int) {
    if source.status.runCount >= 10, descriptors == nil { descriptors = openDescriptors }
    guard source.status.runCount >= runs else { return }
    print(descriptors ?? 0)
    print(openDescriptors)
    fflush(nil)
    exit(0)
  }

  static var openDescriptors: Int { (0..<1024).count { fcntl($0, F_GETFD) >= 0 } }
}
