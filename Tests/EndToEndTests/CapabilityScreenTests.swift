import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("Every feature in a terminal")
struct CapabilityScreenTests {
  /// The size of a terminal.
  struct Size: Sendable, CustomStringConvertible {
    let columns: Int
    let rows: Int

    var description: String { "\(columns)x\(rows)" }
  }

  static let sizes = [(80, 24), (200, 50), (20, 5)].map { Size(columns: $0.0, rows: $0.1) }

  @Test("shows its expected screen at every size", arguments: Capability.all)
  func screens(capability: Capability) throws {
    for size in Self.sizes {
      let world = try World()
      let words = ([Mocoa.path] + capability.arguments).map { "'\($0)'" }.joined(separator: " ")
      // The features name files relative to the folder, as a user would.
      var environment: [String: String?] = [
        "TZ": "UTC", "HOME": world.outside.folder,
        "XDG_STATE_HOME": world.outside.path(of: "state"),
      ]
      if let path = capability.searchPath { environment["PATH"] = path }
      let terminal = try Terminal(
        "/bin/sh", ["-c", "cd '\(world.folder)' && exec \(words)"], environment: environment,
        columns: size.columns, rows: size.rows)
      terminal.belongings.append(world)
      try terminal.wait("a first screen") {
        $0.emulator.rows.contains { $0.contains { $0 != " " } }
      }
      for keys in capability.keys {
        terminal.waitUntilQuiet()
        try terminal.sendAndWaitForWake(keys)
      }
      expectScreen("\(capability.name)-\(size)", of: terminal)
    }
  }

  /// Compares the screen with the stored snapshot.
  ///
  /// The method waits until both are equal, or until the program is idle with another screen.
  private func expectScreen(_ name: String, of terminal: Terminal) {
    let expected = keptSnapshot(named: name)
    if expected == nil || getenv("RECORD_SNAPSHOTS") != nil {
      terminal.waitUntilQuiet(milliseconds: 1500)
    } else {
      // The comparison below reports a screen that stays different.
      try? terminal.wait(name) { Self.text($0) == expected || $0.becomesIdle() }
    }
    expectSnapshot(Self.text(terminal), named: name)
  }

  /// Returns the rows of the screen without trailing blanks.
  private static func text(_ terminal: Terminal) -> String {
    BrowsingTests.rows(terminal).map { row in
      // The name of the temporary folder differs in every run.
      let parts = row.split(separator: "mocoa-test-", omittingEmptySubsequences: false).enumerated()
        .map { place, part in
          let name = place == 0 ? "" : part.prefix { !"/ …".contains($0) }
          return String(repeating: "X", count: name.count) + part.dropFirst(name.count)
        }
      let row = parts.joined(separator: "mocoa-test-")
      return row + "\n"
    }.joined()
  }
}
