import Mocoa
import MocoaModel
import MocoaStore
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

@MainActor
@Suite("The catalog")
struct CatalogTests {
  typealias Artist = MocoaExamples.Artist
  typealias Album = MocoaExamples.Album
  typealias Track = MocoaExamples.Track

  nonisolated static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 200, rows: 50), Size(columns: 20, rows: 5),
  ]

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func user(_ path: String = "", columns: Int = 80, rows: Int = 24) async throws -> CatalogRobot {
    try await CatalogRobot(path, in: folder.folder, columns: columns, rows: rows)
  }

  // MARK: - Drawing and navigation

  @Test("is drawn as recorded", arguments: sizes)
  func golden(size: Size) async throws {
    let user = try await user(columns: size.columns, rows: size.rows)
    func expect(_ name: String) throws {
      expectSnapshot(
        try #require(user.robot.backend.screen),
        named: "example-catalogue-\(name)-\(size.columns)x\(size.rows)")
    }
    try expect("start")
    await user.type("jj")
    await user.press(KeyPress(.tab))
    await user.type("sj")
    try expect("albums")
    await user.press(KeyPress(.enter))
    try expect("tracks")
    await user.press(.character("e"), KeyPress(.tab), .character("x"), KeyPress(.enter))
    try expect("form")
    await user.press(KeyPress(.escape), .character("D"))
    try expect("question")
  }

  @Test("draws, moves and accepts clicks in windows of every size")
  func windows() throws {
    for rows in [1, 2, 3, 4, 5, 8, 12] {
      for columns in [1, 2, 3, 7, 12, 20, 33, 59, 60, 61] {
        let stage = try SizesTests.Stage(
          CatalogPage.address, Size(columns: columns, rows: rows))
        stage.move()
        stage.browser.receive(MouseEvent(.press(.left), at: Point(column: 0, row: rows / 2)))
        stage.draw("a click")
      }
    }
  }

  @Test("shows the albums of the artist under the cursor")
  func following() async throws {
    let user = try await user()
    #expect(user.albums?.title == "Ada Nightingale")
    await user.type("jj")
    #expect(user.albums?.title == "Motel Sputnik")
    #expect(user.rows[1].contains(" Motel Sputnik ───"))
    #expect(user.shows("Cosmodrome"))
    await user.press(KeyPress(.tab))
    await user.type("jjjj")
    #expect(user.rows[0].hasSuffix(" 5/5 ") || user.rows[0].hasSuffix(" 5/5"))
    await user.press(KeyPress(.tab), .character("k"), KeyPress(.tab))
    #expect(user.rows[0].hasSuffix("1/2"), "\(user.rows[0])")
  }

  @Test("handles several keys in one turn like single keys", arguments: [80, 40])
  func burst(columns: Int) async throws {
    let user = try await user(columns: columns)
    for key in [KeyPress.character("j"), .character("j"), KeyPress(.tab), .character("a")] {
      user.robot.backend.send(.key(key))
    }
    await settle()
    await user.fill("New", "2020-01-01", "no")
    #expect(try user.store[EntityReference<Artist>("artist-5")]?.albums.last?.title == "New")
    #expect(user.albums?.title == "Motel Sputnik")
  }

  @Test("shows only the focused list in a narrow window")
  func narrow() async throws {
    let user = try await user(columns: 40, rows: 12)
    #expect(user.rows[1].hasPrefix(" Artists ──"))
    #expect(!user.shows("Paper Boats"))
    await user.press(.character("j"), KeyPress(.tab))
    #expect(user.rows[1].hasPrefix(" Kowalski & Sons ──"))
    #expect(user.shows("Family Business") && !user.shows("Ada"))
    await user.press(KeyPress(.tab))
    #expect(user.rows[3].contains("▌ Kowalski"))
    await user.press(KeyPress(.enter))
    #expect(user.rows[0].contains("Kowalski & Sons"))
    #expect(user.albums?.url.description == "\(AlbumsPage.address)?id=artist-4")
  }

  @Test("restores the cursor on the artist, with either list focused")
  func resuming() async throws {
    let user = try await user()
    await user.press(.character("j"), KeyPress(.tab), .character("j"))
    let url = try #require(user.robot.browser.navigator.state.shownURL)
    #expect(url.description == "mocoa://examples/catalogue#artist-4")
    let other = try await self.user("#artist-4")
    #expect(other.albums?.title == "Kowalski & Sons")
  }

  // MARK: - Queries

  @Test("changes its order or filter with one minimal update")
  func arranging() async throws {
    let user = try await user()
    await user.type("jj")
    await user.press(KeyPress(.tab))
    let list = try #require(user.albums).list
    var updates: [ListUpdate] = []
    let token = list.observe { if !$0.changes.isEmpty { updates.append($0) } }
    defer { token.cancel() }
    let byDate = try #require(user.albums).rows.items.map(\.title)
    #expect(
      byDate == ["Cosmodrome", "Second Orbit", "Re-entry", "Live from Baikonur", "Splashdown"])
    await user.press(.character("s"))
    #expect(updates.count == 1)
    #expect(updates[0].changes.deletions.isEmpty && !updates[0].changes.moves.isEmpty)
    let lengths = try #require(user.albums).rows.items.map(\.seconds)
    #expect(lengths == lengths.sorted(by: >))
    #expect(user.rows[1].hasSuffix("─ by length"))
    await user.press(.character("f"))
    #expect(updates.count == 2)
    #expect(updates[1].changes.deletions.count == 1 && updates[1].changes.moves.isEmpty)
    #expect(!user.shows("(Live)") && user.rows[1].hasSuffix("─ by length, no live albums"))
    await user.press(.character("s"), .character("f"))
    #expect(try #require(user.albums).rows.items.map(\.title) == byDate)
    #expect(user.rows[1].hasSuffix("─ by date"))
    // The page of the artist shows the same albums, and its query also applies here.
    await user.press(.character("f"), KeyPress(.tab), KeyPress(.enter))
    #expect(user.page is AlbumsPage && !user.shows("(Live)"))
    await user.press(.character("s"), .character("q"))
    #expect(user.rows[1].hasSuffix("─ by length, no live albums"))
  }

  @Test("keeps the cursor on its album when the order changes")
  func cursor() async throws {
    let user = try await user("artist?id=artist-5")
    await user.press(.character("j"))
    #expect(user.shows("▌ Second Orbit"))
    await user.press(.character("s"))
    #expect(user.shows("▌ Second Orbit"))
    #expect(user.rows[0].hasSuffix("4/5"))
  }

  // MARK: - Changes

  @Test("adds, sorts, edits and deletes an artist")
  func artists() async throws {
    let user = try await user()
    await user.press(.character("a"))
    await user.fill("  Motel \u{1B}[31mAbe 👩‍🚀 ")
    #expect(user.rows[4].contains("▌ Motel ␛[31mAbe"), "the cursor goes to what was added")
    #expect(user.rows[4].contains("0 albums"))
    #expect(user.shows("no albums yet (a adds one)"))
    await user.press(.character("e"))
    await user.fill("Zoë")
    #expect(user.artists?.rows.items.suffix(3).map(\.name) == ["Zoë", "Ólöf Jónsdóttir", "山田 花火"])
    #expect(user.shows("▌ Zoë"), "the cursor stays with its item")
    await user.press(.character("D"))
    #expect(user.shows("Delete Zoë?"))
    await user.press(KeyPress(.enter))
    #expect(user.artists?.rows.count == 7)
    #expect(user.shows("▌ Ólöf Jónsdóttir") && user.albums?.title == "Ólöf Jónsdóttir")
    await user.sees("✓ saved")
  }

  @Test("deletes an entity and its children after confirmation")
  func deleting() async throws {
    let user = try await user()
    await user.press(.character("D"))
    #expect(user.shows("Delete Ada Nightingale and 4 albums?"))
    await user.press(.character("j"), KeyPress(.enter))
    #expect(user.artists?.rows.count == 7)
    await user.press(.character("D"), KeyPress(.escape))
    #expect(user.artists?.rows.count == 7)
    await user.press(.character("D"), KeyPress(.enter))
    #expect(user.artists?.rows.count == 6)
    #expect(user.albums?.title == "Kowalski & Sons")
    #expect(try user.store[EntityReference<Album>("artist-1-1")] == nil)
    #expect(try user.store[EntityReference<Track>("artist-1-1-1")] == nil)
    await user.press(KeyPress(.tab), .character("D"))
    #expect(user.shows("Delete Saw, Hammer, Nail and 4 songs?"), "\(user.rows)")
    await user.press(KeyPress(.enter))
    #expect(user.rows[2].contains("▌ Kowalski & Sons      1 album"), "\(user.rows[2])")
  }

  @Test("accepts y and n as answers")
  func letters() async throws {
    let user = try await user()
    await user.press(.character("D"))
    #expect(user.status.hasPrefix(" y yes  n no  "))
    await user.press(.character("n"))
    #expect(!user.shows("Delete") && user.artists?.rows.count == 7)
    await user.press(.character("D"), .character("y"))
    #expect(user.artists?.rows.count == 6)
  }

  @Test(
    "rejects an invisible name",
    arguments: ["\u{200B}", " \u{2060}\u{FE0F}"])
  func invisible(name: String) async throws {
    let user = try await user()
    await user.press(.character("a"))
    await user.fill(name)
    #expect(user.status.hasSuffix("name has no visible characters"), "\(user.status)")
    await user.press(KeyPress(.escape))
    #expect(user.artists?.rows.count == 7)
  }

  @Test("shows as many effective keys as fit in one line")
  func hints() async throws {
    _ = try await self.user()
    let user = try await user("artist?id=artist-1")
    let all = " a add  e edit  D delete  s by length  f no live  ↵ open  / search  ? help"
    #expect(user.status == all)
    await user.press(.character("a"))
    await user.fill("New", "2000-01-01", "no")
    await user.sees("✓ saved")
    #expect(user.rows[22] == "", "one line")
    #expect(user.status.hasPrefix(all.replacing("/ search  ", with: "") + "  "))
    await user.press(KeyPress(.enter))
    #expect(user.shows("no songs yet") && !user.status.contains("open"), "there is nothing")
    await user.press(.character("a"))
    await user.fill("Song", "1:00")
    #expect(user.shows("▌ Song") && !user.status.contains("open"), "a song leads nowhere")
  }

  @Test("updates the artist row when its albums change")
  func counts() async throws {
    let user = try await user()
    await user.press(KeyPress(.tab), .character("a"))
    #expect(user.shows("╭─ new album ─"))
    await user.fill("Zugabe", "1960-01-01", "YES")
    #expect(user.rows[2].contains("Ada Nightingale     5 albums"))
    #expect(user.rows[2].contains("▌ Zugabe (Live)"), "it came out before all others")
    #expect(user.rows[0].hasSuffix(" 1/5"))
    await user.press(.character("f"), .character("a"))
    await user.fill("Another", "1961-01-01", "y")
    #expect(user.status.contains("hidden: the album is live (f shows it)"))
    #expect(user.rows[2].contains("6 albums"))
  }

  @Test("rejects invalid values and moves the cursor to their field")
  func refusals() async throws {
    let user = try await user()
    await user.press(KeyPress(.tab), .character("a"), KeyPress(.enter))
    #expect(user.status.hasSuffix("title is empty"))
    #expect(user.rows[0].hasSuffix("1/3"))
    for date in ["1959", "1959-8-17", "1959-13-01", "1900-02-29", "x"] {
      await user.press(KeyPress(.up), KeyPress(.up))
      await user.fill("Title", date, "no")
      #expect(user.status.hasSuffix("date is a day, such as 1959-08-17"), "\(date)")
      #expect(user.rows[0].hasSuffix("2/3"))
    }
    await user.press(KeyPress(.up))
    await user.fill("Title", "2000-02-29", "perhaps")
    #expect(user.status.hasSuffix("live is yes or no"))
    #expect(user.rows[0].hasSuffix("3/3"))
    await user.press(KeyPress(.escape))
    #expect(user.albums?.rows.count == 4)
    await user.press(KeyPress(.enter), .character("e"))
    for duration in ["4", "4:5", "4:60", "1000:00", "-4:05", "4:05:06", "４:05"] {
      await user.press(KeyPress(.up))
      await user.fill("Title", duration)
      #expect(user.status.hasSuffix("time is minutes and seconds, such as 4:05"), "\(duration)")
      #expect(user.rows[0].hasSuffix("2/2"))
    }
    await user.press(KeyPress(.escape))
    #expect(user.shows("Distant Road"))
  }

  @Test("adds, edits and exchanges tracks, and moves the cursor with them")
  func tracks() async throws {
    let user = try await user("album?id=artist-1-1")
    #expect(user.rows[0].contains("catalogue ▸ Ada Nightingale ▸ Paper Boats"))
    let list = try #require(user.tracks).list
    var updates: [ListUpdate] = []
    let token = list.observe { if !$0.changes.isEmpty { updates.append($0) } }
    defer { token.cancel() }
    await user.press(.character("X"))
    #expect(updates.count == 1 && updates[0].changes.moves.count == 1)
    #expect(updates[0].changes.insertions.isEmpty)
    #expect(user.rows[2].contains("▌ Distant Road") && user.rows[1].contains("Broken River"))
    await user.press(.character("G"), .character("X"))
    #expect(user.status.contains("no next track"))
    #expect(updates.count == 1)
    await user.press(.character("a"))
    await user.fill("Coda", "0:07")
    #expect(!user.status.contains("below this one"))
    #expect(user.shows("▌ Coda"), "the cursor goes to what was added")
    await user.press(.character("k"), .character("X"))
    #expect(user.tracks?.rows.items.suffix(2).map(\.title) == ["Coda", "Blue Waltz"])
    await user.press(.character("e"))
    await user.fill("Blue Waltz", "61:05")
    #expect(user.shows("1:01:05"))
    await user.press(.character("D"), KeyPress(.enter))
    #expect(user.tracks?.rows.items.last?.title == "Coda")
    #expect(try user.store[EntityReference<Album>("artist-1-1")]?.seconds == 2650 - 383 + 7)
  }

  @Test("keeps concurrent changes of other fields when a form is confirmed")
  func concurrentEdit() async throws {
    let user = try await user()
    await user.press(KeyPress(.tab), .character("e"))
    await user.type("!")
    var album = try #require(try user.store[EntityReference<Album>("artist-1-1")])
    album.released = try #require(ReleaseDate("1970-01-01"))
    try user.store.upsert(album)
    await user.press(KeyPress(.enter))
    album.title = "Paper Boats!"
    #expect(try user.store[EntityReference<Album>("artist-1-1")] == album)
    // A form does not recreate an entity that was deleted.
    await user.press(.character("e"))
    await user.type("!")
    await settle()
    try user.store.delete(EntityReference<Album>("artist-1-1"))
    await user.press(KeyPress(.enter))
    #expect(user.status.hasSuffix("this album is not there any more"))
    #expect(try user.store[EntityReference<Album>("artist-1-1")] == nil)
  }

  @Test("explains how to fill an empty list, and why actions fail")
  func emptiness() async throws {
    let user = try await user()
    for _ in 0..<7 { await user.press(.character("D"), KeyPress(.enter)) }
    #expect(user.rows[2].contains("no artists yet (a adds one)"))
    #expect(user.rows[2].contains("no artist") && user.rows[1].contains("Albums ──"))
    for key in ["e", "D"] as [Unicode.Scalar] {
      await user.press(.character(key))
      #expect(user.status.contains("no current artist"))
    }
    await user.press(KeyPress(.tab), .character("a"))
    #expect(user.status.contains("no artist for an album"))
    await user.press(KeyPress(.tab), .character("a"))
    await user.fill("One")
    await user.press(KeyPress(.tab))
    #expect(user.shows("no albums yet (a adds one)") && !user.status.contains("no artist"))
    await user.press(.character("a"))
    await user.fill("Only", "2000-01-01", "yes")
    await user.press(.character("f"))
    #expect(user.shows("live albums only (f shows them)"))
    await user.press(.character("f"), KeyPress(.enter))
    #expect(user.shows("no songs yet (a adds one)"))
  }
}
