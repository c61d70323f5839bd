import MocoaPtySupport
import Testing

/// The backend in a shell with job control.
@Suite(.serialized)
struct JobControlTests {
  @Test func controlZGivesThePromptAndFgTheListBack() throws {
    let tmux = try Tmux()
    try tmux.enter(Programs.path(of: "BackendProbe") + "")
    try tmux.wait(for: "row 22 |")
    for round in 1...2 {
      try tmux.press("C-z")
      try tmux.wait(for: "Stopped")
      // The line editing of the shell works, so its modes are restored.
      try tmux.enter("echo alive $((40 + \(round)))")
      try tmux.wait(for: "alive 4\(round)")
      try tmux.enter("fg")
      try tmux.wait(for: "resumed \(round) 80x24")
      try tmux.wait(for: "row 22 |")
    }
    try tmux.press("q")
    try tmux.wait(for: "alive 42")
    try tmux.enter("echo echoed")
    try tmux.wait(for: "echoed")
  }

  @Test func inTheBackgroundItWaitsForFg() throws {
    let tmux = try Tmux()
    try tmux.enter(Programs.path(of: "BackendProbe"))
    try tmux.wait(for: "row 22 |")
    try tmux.press("C-z")
    try tmux.wait(for: "Stopped")
    try tmux.enter("clear; bg; while jobs | grep -q Running; do sleep 0.05; done; jobs")
    try tmux.wait(for: "Stopped")
    try tmux.enter("echo alive $((40 + 2))")
    try tmux.wait(for: "alive 42")
    try tmux.resize(columns: 70, rows: 20)
    try tmux.enter("fg")
    try tmux.wait(for: "resumed 1 70x20")
    try tmux.wait(for: "row 18 |")
    try tmux.press("q")
    try tmux.wait(for: "alive 42")
  }

  @Test func startedInTheBackgroundItWaitsForFg() throws {
    let tmux = try Tmux()
    try tmux.enter(Programs.path(of: "BackendProbe") + " &")
    try tmux.enter("while jobs | grep -q Running; do sleep 0.05; done; jobs")
    try tmux.wait(for: "Stopped")
    try tmux.enter("echo alive $((40 + 2))")
    try tmux.wait(for: "alive 42")
    try tmux.enter("fg")
    try tmux.wait(for: "row 22 |")
    try tmux.press("q")
    try tmux.wait(for: "alive 42")
  }
}
