import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Examples 30 and 31: incomplete modules")
struct IncompleteModulesTests {
  /// The reason on the placeholder of each group in debug mode, or `nil` for a real view.
  static let cells: [(Int, String?)] = [
    (100, "unregistered kind"), (101, "lacks View, ViewModel"),
    (102, "lacks Model, ViewModel"), (103, "lacks Model, View"), (104, "lacks View"), (105, nil),
    (106, "lacks ViewModel"), (107, nil), (108, nil), (109, nil), (110, nil),
  ]
  static let ends: [(Int, String?)] = [
    (108, "unregistered kind"), (109, "lacks Model, View"), (110, nil),
  ]

  nonisolated static let examples = [
    (30, "table", "crash-rows"), (31, "collection", "crash-tiles"),
  ]

  @Test("show in debug mode what each group lacks", arguments: examples)
  func debug(example: (number: Int, list: String, _: String)) async throws {
    let robot = try await BrowserRobot(
      "mocoa://examples/\(example.number)/", debug: true, columns: 100, rows: 40)
    let screen = robot.rows.joined(separator: "\n")
    for (kinds, groups) in [(["cell"], Self.cells), (["header", "footer"], Self.ends)] {
      for (group, reason) in groups {
        for kind in kinds {
          let name = kind == "cell" ? ":" : "\(kind):"
          let address = "examples/\(example.number)/\(example.list)/\(group)/\(name): "
          if let reason {
            #expect(screen.contains("placeholder  \(address)\(reason)  "))
            #expect(screen.contains("\(kind) of group \(group), registered: "))
          } else {
            #expect(!screen.contains(address))
            #expect(screen.contains("\(group) \(kind)  "))
          }
        }
      }
    }
    #expect(robot.rows[0].hasSuffix(" 1/11"))
  }

  @Test("are hidden and counted without debug mode", arguments: examples)
  func release(example: (number: Int, list: String, _: String)) async throws {
    let robot = try await BrowserRobot("mocoa://examples/\(example.number)/", columns: 80, rows: 24)
    #expect(robot.rows[0].hasSuffix(" 6/11"))
    #expect(robot.rows.last?.hasSuffix("6 hidden (d shows)") == true)
    #expect(!robot.rows.contains { $0.contains("placeholder") })
    for (group, reason) in Self.cells {
      #expect(robot.rows.contains { $0.contains("\(group) cell") } == (reason == nil))
    }
    for kind in ["header", "footer"] {
      #expect(!robot.rows.contains { $0.contains("108 \(kind)") || $0.contains("109 \(kind)") })
      #expect(robot.rows.contains { $0.contains("110 \(kind)") })
    }
    // Debug mode is switched on and off while the page is visible.
    await robot.press(.character("d"))
    #expect(robot.rows.contains { $0.contains("lacks Model, View") })
    await robot.press(.character("d"))
    #expect(!robot.rows.contains { $0.contains("placeholder") })
  }

  @Test("are drawn as recorded", arguments: examples)
  func screens(example: (number: Int, list: String, name: String)) async throws {
    for debug in [true, false] {
      for (columns, rows) in [(80, 24), (20, 5)] {
        let robot = try await BrowserRobot(
          "mocoa://examples/\(example.number)/", debug: debug, columns: columns, rows: rows)
        let screen = try #require(robot.backend.screen)
        let mode = debug ? "debug" : "plain"
        expectSnapshot(screen, named: "example-\(example.name)-\(mode)-\(columns)x\(rows)")
        // The last items are next to headers and footers.
        await robot.press(.character("G"))
        expectSnapshot(
          try #require(robot.backend.screen),
          named: "example-\(example.name)-\(mode)-end-\(columns)x\(rows)")
      }
    }
  }

  @Test("are drawn in every size and in both modes", arguments: examples)
  func sizes(example: (number: Int, list: String, _: String)) async throws {
    for debug in [true, false] {
      let robot = try await BrowserRobot("mocoa://examples/\(example.number)/", debug: debug)
      for (columns, rows) in [(1, 1), (3, 2), (9, 3), (20, 5), (61, 7), (140, 50)] {
        robot.backend.send(.resize(Size(columns: columns, rows: rows)))
        await robot.type("jjjGkkgidd")
        await robot.press(KeyPress(.enter), KeyPress(.escape))
        #expect(robot.backend.screen?.invariantViolation() == nil)
      }
    }
  }
}
