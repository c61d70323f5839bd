import Dispatch
import Glibc
import MocoaNcurses
import MocoaTerminal

/// A program that draws a list with the backend, and ends in every bad way on request.
@main
struct Main {
  @MainActor static func main() async {
    let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
    let backend = NcursesBackend()
    do {
      try backend.start { continuation.yield($0) }
    } catch {
      fputs("probe: \(error)\n", stderr_())
      exit(2)
    }
    let probe = Probe(backend)
    do {
      defer { backend.close() }
      probe.draw()
      for await event in events {
        if try !probe.handle(event) { break }
      }
    } catch {
      fputs("probe: \(error)\n", stderr_())
      exit(2)
    }
    exit(probe.status)
  }
}

/// The C global is not concurrency-safe to Swift.
func stderr_() -> UnsafeMutablePointer<FILE>? { fdopen(2, "w") }
