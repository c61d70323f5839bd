import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The digits of a number")
struct DigitsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  nonisolated static let texts = ["477.0", "1e3", "1E+2", "-0", "12345678901234567890", "0.10"]

  /// Returns the content of a file with a number in its field `n`, in the format of an extension.
  private static func file(_ ending: String, _ text: String) -> String {
    switch ending {
    case "ndjson": "{\"n\": \(text), \"t\": \"x\"}\n{\"n\": 5}\n"
    case "json": "[{\"n\": \(text), \"t\": \"x\"}, {\"n\": 5}]"
    default: "n,t\n\(text),x\n5,y\n"
    }
  }

  /// Returns `true` if enough rows contain a text, with or without digit grouping.
  private func has(_ rows: [String], _ text: String, count: Int = 1) -> Bool {
    rows.count { $0.contains(text) || $0.filter { $0 != "," }.contains(text) } >= count
  }

  @Test(
    "stay unchanged in rows, columns, the preview, copies, URLs and files",
    arguments: texts, ["ndjson", "json", "csv"])
  func digits(text: String, ending: String) async throws {
    let path = try folder.write("a.\(ending)", Self.file(ending, text))
    let robot = try await BrowserRobot("mocoa://file/?path=\(path)", columns: 90, rows: 20)
    robot.browser.motion = .off
    await robot.sees("1/2")
    #expect(has(robot.rows, text), "a row")
    await robot.type("yy")
    #expect(has([robot.backend.copied.last ?? ""], text), "y")
    await robot.type("v")
    #expect(has(robot.rows, text, count: 2), "the preview")
    await robot.type("vcn\r")
    #expect(has(robot.rows, text), "a column")
    for format in ["json", "ndjson", "csv", "tsv"] {
      let name = "out-\(ending).\(format)"
      await robot.type("w\(folder.path(of: name))\r")
      await eventually("it is written") {
        robot.browser.message?.text.hasPrefix("exported 2 items") == true
      }
      robot.browser.message = nil
      let written = try folder.text(of: name).split { "\n\t,:[]{} \"".contains($0) }
      #expect(written.contains { $0 == text }, "\(format): \(written)")
    }
    await robot.type("fn=\(text)\r")
    #expect(has(robot.rows, text) && robot.rows[0].hasSuffix("1/1 of 2"), "a filter")
    await robot.type("Y")
    let url = robot.backend.copied.last?.replacing("%2B", with: "+").replacing("%3D", with: "=")
    #expect(url?.contains("filter=n=\(text)") == true, "Y: \(url ?? "")")
    await robot.type("bn\rZ")
    #expect(has(robot.rows, text), "a group")
  }
}
