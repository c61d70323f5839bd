import Glibc
import MocoaNcurses
import MocoaTerminal

/// A program that draws a list with the backend, and fails in many ways on request.
@main
struct Main {
  static func main() {
    MainLoop.run { end in
      if CommandLine.arguments.dropFirst().first == "list" { return ListProbe.run(end) }
      if CommandLine.arguments.dropFirst().first == "lines" { return LineProbe.run(end) }
      _ = Task { end(await run()) }
    }
  }

  /// The time limits of the backend, which never expire if a test has set `PROBE_WAITS`.
  ///
  /// A test that sends input within such a limit would depend on the speed of the machine.
  private static var inputLimits: NcursesBackend.InputLimits {
    var limits = NcursesBackend.InputLimits()
    if getenv("PROBE_WAITS") != nil {
      (limits.wait, limits.reply, limits.mouseReport) = (60, 3600, 3600)
    }
    return limits
  }

  @MainActor private static func run() async -> Int32 {
    let backend = NcursesBackend(inputLimits: inputLimits)
    let probe = Probe(backend)
    do {
      defer { backend.close() }
      // AsyncStream is not used: its iterator needs the global executor, whose workers libdispatch
      // then checks once a second until the program ends.
      try await withCheckedThrowingContinuation { continuation in
        probe.run(until: continuation)
      }
    } catch {
      complain("probe: \(error)")
      return 2
    }
    return probe.status
  }
}

/// Writes a line to standard error.
///
/// Swift regards the C global `stderr` as shared mutable state.
func complain(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(2, bytes, bytes.count)
}
