import MocoaPtySupport
import Testing

/// Starts the probe and waits until its list is on the screen.
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

/// Expects the terminal to be as it was before the program ran.
func expectGivenBack(
  _ terminal: Terminal, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(terminal.modes == terminal.modesBefore, sourceLocation: sourceLocation)
  #expect(terminal.modes.isCooked, sourceLocation: sourceLocation)
  // Wrapping and a visible cursor; no alternate screen, mouse, paste or application keys.
  #expect(terminal.emulator.modes == [7, 25], sourceLocation: sourceLocation)
}
