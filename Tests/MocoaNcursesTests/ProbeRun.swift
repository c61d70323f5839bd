import MocoaPtySupport
import Testing

/// Starts the probe and waits until its list is visible.
func startProbe(
  _ arguments: [String] = [], environment: [String: String?] = [:], columns: Int = 80,
  rows: Int = 24, answer: @escaping (String) -> String = { $0 }
) throws -> Terminal {
  let terminal = try Terminal(
    Programs.path(of: "BackendProbe"), arguments, environment: environment, columns: columns,
    rows: rows, answer: answer)
  try terminal.wait(for: "ready")
  return terminal
}

/// Expects the terminal to be in the same state as before the program.
func expectGivenBack(
  _ terminal: Terminal, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(terminal.modes == terminal.modesBefore, sourceLocation: sourceLocation)
  #expect(terminal.modes.isCooked, sourceLocation: sourceLocation)
  // Line wrapping and a visible cursor; no alternate screen, mouse, paste or application key modes.
  #expect(terminal.emulator.modes == [7, 25], sourceLocation: sourceLocation)
}
