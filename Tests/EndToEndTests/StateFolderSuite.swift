import MocoaPtySupport
import MocoaTestSupport

/// A suite whose programs save their state in a folder of its instance.
protocol StateFolderSuite {
  /// The folder for state.
  var state: TemporaryFolder { get }
}

extension StateFolderSuite {
  /// Starts `mocoa` in a terminal.
  func start(_ arguments: [String]) throws -> Terminal {
    try Mocoa.start(arguments, environment: ["XDG_STATE_HOME": state.folder])
  }
}

extension TemporaryFolder {
  /// Writes `log.ndjson` with 100 records, which have a number and its parity, and returns its path.
  func writeNumberedLog() throws -> String {
    let lines = (0..<100).map { "{\"id\": \($0), \"even\": \($0.isMultiple(of: 2))}\n" }
    return try write("log.ndjson", lines.joined())
  }
}
