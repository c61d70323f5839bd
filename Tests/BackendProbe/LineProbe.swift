import Glibc
import MocoaNcurses
import MocoaTerminal

/// A program in line mode that prints the events of its terminal, one per line.
@MainActor
enum LineProbe {
  private static var terminal: PlainTerminal?

  static func run(_ end: @escaping @MainActor (Int32) -> Void) {
    let terminal = PlainTerminal()
    Self.terminal = terminal
    do {
      try terminal.start { event in
        terminal.write("\(event)\n")
        switch event {
        case .line("size"): terminal.write("\(terminal.size.columns) x \(terminal.size.rows)\n")
        case .line("lend"):
          terminal.suspendOutput(wholeScreen: false) { _ in
            // Input during this closure goes to the process that has the terminal.
            var bytes = [UInt8](repeating: 0, count: 64)
            terminal.write("lent\n")
            let count = read(0, &bytes, bytes.count)
            terminal.write("read \(count)\n")
          }
        case .end: leave(0, end)
        case .closed: leave(129, end)
        case .terminate(let signal): leave(128 + signal, end)
        case .line, .interrupt, .resumed: break
        }
      }
      terminal.write("ready\n")
    } catch {
      complain("probe: \(error)")
      end(2)
    }
  }

  private static func leave(_ status: Int32, _ end: @MainActor (Int32) -> Void) {
    terminal?.close()
    end(status)
  }
}
