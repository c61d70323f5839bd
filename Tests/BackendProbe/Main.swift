import Glibc
import MocoaNcurses
import MocoaTerminal

/// A program that draws a list with the backend, and ends in every bad way on request.
@main
struct Main {
  static func main() {
    MainLoop.run { end in
      if CommandLine.arguments.dropFirst().first == "list" { return ListProbe.run(end) }
      if CommandLine.arguments.dropFirst().first == "lines" { return LineProbe.run(end) }
      _ = Task { end(await run()) }
    }
  }

  @MainActor private static func run() async -> Int32 {
    let backend = NcursesBackend()
    let probe = Probe(backend)
    do {
      defer { backend.close() }
      // No AsyncStream: its iterator goes through the global executor, whose workers libdispatch
      // then looks after once a second for ever.
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

/// Writes a line to stderr, whose C global is shared mutable state to Swift.
func complain(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(2, bytes, bytes.count)
}
