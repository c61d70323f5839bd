import FoundationEssentials
import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

/// The images of the README and the user guide.
///
/// `make screenshots` updates them.
@MainActor
@Suite("documentation screenshots match the program's output")
struct ScreenshotTests {
  private let folder: TemporaryFolder
  private let library: String

  init() throws {
    folder = try TemporaryFolder()
    library = #filePath.split(separator: "Tests/")[0] + "Resources/Data/music.json"
  }

  private func robot(_ url: String, columns: Int, rows: Int) async throws -> BrowserRobot {
    let theme = try #require(ThemeCatalog(folder: nil).theme(named: "default-dark")).content
    let robot = try await BrowserRobot(
      url, columns: columns, rows: rows, tellsTime: false, theme: theme)
    robot.browser.motion = .off
    return robot
  }

  private func tracks(columns: Int, rows: Int) async throws -> BrowserRobot {
    try folder.write("tracks.csv", MusicTable(of: library).text)
    let robot = try await robot(
      "mocoa://file/?path=\(folder.path(of: "tracks.csv"))", columns: columns, rows: rows)
    await robot.sees("/322")
    return robot
  }

  @Test("a filtered and sorted table with marks")
  func table() async throws {
    let robot = try await tracks(columns: 112, rows: 22)
    await robot.type("f(davis | coltrane) seconds>300\r")
    await robot.sees("/79 of 322")
    await robot.type("s-seconds\r")
    await robot.sees("the longest at the top") { robot.rows[2].contains("1619") }
    await robot.type("jj  jj jj")
    expectPicture(
      try #require(robot.backend.screen), named: "table",
      title: "A CSV file in columns: filtered, sorted by seconds, three rows marked")
  }

  @Test("a preview of the current item beside the list")
  func preview() async throws {
    let robot = try await robot(
      "mocoa://file/?path=\(library)&at=/artists/4/albums", columns: 120, rows: 24)
    await robot.sees("Jack Johnson")
    await robot.type("c")
    await robot.press(.control("u"))
    await robot.type("title year label\rvjj")
    expectPicture(
      try #require(robot.backend.screen), named: "preview",
      title: "A list of albums within a JSON file, and beside it all of the one under the cursor")
  }

  @Test("a summary of the fields")
  func summary() async throws {
    let robot = try await tracks(columns: 112, rows: 12)
    await robot.type("#")
    await robot.sees("322 rows, exact")
    expectPicture(
      try #require(robot.backend.screen), named: "summary",
      title:
        "What the fields of the table are: kinds, counts, the spread of numbers, frequent values")
  }
}

/// The tracks of the music library as a table.
private struct MusicTable: Decodable {
  struct Artist: Decodable {
    let name: String
    let albums: [Album]
  }

  struct Album: Decodable {
    let title: String
    let year: Int?
    let label: String?
    let tracks: [Track]?
  }

  struct Track: Decodable {
    let title: String
    let seconds: Int?
  }

  let artists: [Artist]

  init(of path: String) throws {
    let data = try Data(contentsOf: URL(filePath: path))
    self = try JSONDecoder().decode(Self.self, from: data)
  }

  /// The CSV text of the table, with a header row.
  var text: String {
    var lines = ["title,artist,album,year,label,seconds"]
    for artist in artists {
      for album in artist.albums {
        for track in album.tracks ?? [] {
          let cells = [
            track.title, artist.name, album.title, album.year?.description, album.label,
            track.seconds?.description,
          ]
          lines.append(cells.map { Self.quoted($0 ?? "") }.joined(separator: ","))
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ cell: String) -> String {
    cell.contains { $0 == "," || $0 == "\"" } ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
  }
}
