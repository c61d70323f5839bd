import Mocoa
import MocoaModel
import MocoaSQLite
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaFiles
@testable import MocoaData

@MainActor
@Suite("The pages of a database")
struct DatabasePageTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "music.db")
    try SQLiteDatabase(path: path, .readWrite).execute(
      """
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES artist);
      INSERT INTO artist VALUES (1, 'Miles Davis'), (2, 'John Coltrane');
      INSERT INTO album VALUES (10, 'Kind of Blue', 1), (11, 'Blue Train', 2);
      """)
  }

  private func robot(_ url: String) async throws -> BrowserRobot {
    try await BrowserRobot(url, columns: 80, rows: 24, tellsTime: false)
  }

  @Test("open sorted at a row number, and are recorded as one database")
  func places() async throws {
    let state = try TemporaryFolder()
    let places = LocationStore(folder: state.folder)
    let robot = try await BrowserRobot(
      "mocoa://sqlite/?path=\(path)&table=album&sort=-id#10", columns: 80, rows: 9, places: places)
    await robot.sees("2/2")
    #expect(robot.rows[2].contains("Blue Train") && robot.rows[3].contains("▌  10  Kind of Blue"))
    await robot.sees("the database is kept") { !places.recents.locations.isEmpty }
    #expect(
      places.recents.locations.map(\.url) == [try ModuleURL("mocoa://sqlite/?path=\(path)")])
    #expect(places.recents.locations.map(\.name) == ["music.db"])
    await robot.type("B")
    #expect(
      places.bookmarks.locations == [
        Location(
          url: try ModuleURL("mocoa://sqlite/?path=\(path)&table=album&sort=-id#10"),
          name: "music.db ▸ album")
      ])
  }

  @Test("lead from tables to rows to references, and back")
  func walking() async throws {
    let robot = try await robot("mocoa://sqlite/?path=\(path)")
    await robot.sees("album")
    #expect(robot.rows[0].contains("music.db"))
    #expect(
      robot.rows.contains {
        $0.contains("album") && $0.contains("██████████  → artist")
      })
    await robot.press(KeyPress(.enter))
    await robot.sees("Kind of Blue")
    #expect(robot.rows[0].contains("music.db ▸ album"))
    await robot.type("j")
    await robot.press(KeyPress(.enter))
    await robot.sees("refers to")
    #expect(robot.rows.contains { $0.hasSuffix("  artist") })
    #expect(robot.rows[0].contains("music.db ▸ album ▸ 11"))
    await robot.type("jj")
    await robot.press(KeyPress(.enter))
    await robot.sees("John Coltrane")
    #expect(robot.rows[0].contains("music.db ▸ artist ▸ 2"))
    await robot.press(KeyPress(.backspace))
    await robot.type("h")
    await robot.sees("Kind of Blue")
    #expect(robot.rows.contains { $0.contains("▌") && $0.contains("Blue Train") })
    await robot.type("h")
    await robot.sees("← album")
  }

  @Test("show an overview with sizes, shares and references")
  func overview() async throws {
    let robot = try await robot("mocoa://sqlite/?path=\(path)")
    await robot.sees("2 tables · 12 kB")
    #expect(robot.rows[1].hasPrefix("   table   rows  columns    size  share       refers to"))
    #expect(robot.rows[2].hasPrefix(" ▌ album      2        3  4.1 kB  ██████████  → artist"))
    #expect(robot.rows[3].hasPrefix("   artist     2        2  4.1 kB  ██████████  ← album"))
    #expect(!robot.rows[2...3].contains { $0.hasPrefix("~") }, "sizes are not changes")
  }

  @Test("open the schema of the current table with I")
  func schema() async throws {
    let robot = try await robot("mocoa://sqlite/?path=\(path)")
    await robot.sees("artist")
    await robot.type("I")
    await robot.sees("FK → artist")
    #expect(robot.rows[0].contains("music.db ▸ album ▸ schema"))
    #expect(robot.rows.contains { $0.contains("id") && $0.contains("INTEGER  PK") })
    await robot.type("v")
    await robot.sees("CREATE TABLE album")
    await robot.type("h")
    await robot.sees("██████████")
  }

  @Test("open the referred row from a foreign key, and the rows that refer to a row")
  func references() async throws {
    let robot = try await robot("mocoa://sqlite/?path=\(path)&table=album")
    await robot.sees("Blue Train")
    await robot.type("$")
    await robot.press(KeyPress(.enter))
    await robot.sees("Miles Davis")
    #expect(robot.rows[0].contains("music.db ▸ artist ▸ 1"))
    #expect(robot.rows.contains { $0.contains("← album.artist") && $0.contains("1 row") })
    await robot.type("G")
    await robot.press(KeyPress(.enter))
    await robot.sees("artist=1")
    await robot.sees("Kind of Blue")
    #expect(!robot.rows.contains { $0.contains("Blue Train") })
  }

  @Test("open by file name and have restorable URLs")
  func urls() throws {
    let options = try Options([path])
    let registry = Launch.registry()
    #expect(try LaunchTarget(options, registry).url.description == "mocoa://sqlite/?path=\(path)")
    let named = try Options(["--id", "name", path])
    let error = #expect(throws: RecordsPageError.self) { try LaunchTarget(named, registry) }
    #expect(error?.description == "\(path): --id does not apply to databases")
    let row = DatabasePage.url(
      path, .row(RowReference(table: "a b", columns: ["c"], key: ["1", "é"])))
    let text = try #require(row?.description)
    #expect(try ModuleURL(text) == row)
    let page = try DatabasePage(url: ModuleURL(text), registry: registry, follows: false)
    #expect(page.breadcrumb == ["music.db", "a b", "1, é"])
    #expect(page.restorationURL == row)
  }

  @Test("report a missing row or table")
  func missing() async throws {
    let robot = try await robot("mocoa://sqlite/?path=\(path)&table=nope")
    await robot.sees(#"no table "nope""#)
  }
}
