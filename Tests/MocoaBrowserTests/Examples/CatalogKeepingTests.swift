import Foundation
import Mocoa
import MocoaStore
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaExamples

@MainActor
@Suite("The saved catalog")
struct CatalogKeepingTests {
  typealias Artist = MocoaExamples.Artist
  typealias Album = MocoaExamples.Album

  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "catalogue.sqlite")
  }

  func user(_ page: String = "") async throws -> CatalogRobot {
    try await CatalogRobot(page, in: folder.folder)
  }

  /// The content of the file.
  var bytes: Data? { FileManager.default.contents(atPath: path) }

  @Test("restores changes and deletions after a restart")
  func restart() async throws {
    let user = try await user()
    await user.press(.character("a"))
    await user.fill("Zebra 🦓")
    await user.press(.character("g"), .character("D"), KeyPress(.enter))
    await user.press(KeyPress(.tab), .character("e"))
    await user.fill("Saw", "1990-01-20", "yes")
    await user.press(KeyPress(.enter), .character("X"))
    await user.sees("✓ saved")
    let before = try #require(try user.store[Catalog.artists])
    let other = try await self.user()
    #expect(try other.store[Catalog.artists] == before)
    #expect(!other.shows("Ada Nightingale") && other.shows("Zebra"))
    #expect(other.status.contains("saved") == false, "nothing was changed here")
  }

  @Test("two processes show each other's changes")
  func two() async throws {
    let one = try await user()
    let two = try await user()
    await two.press(.character("j"), .character("k"))
    await one.press(.character("a"))
    await one.fill("Aaron")
    await one.press(.character("j"))
    await two.sees("Aaron")
    #expect(two.shows("▌ Ada Nightingale"), "the cursor stays with its item")
    await two.press(KeyPress(.tab), .character("a"))
    await two.fill("Duo", "1999-09-09", "no")
    await one.until("a new album is counted") {
      one.rows[3].contains("Ada Nightingale     5 albums")
    }
    #expect(one.shows("Duo"))
    await two.press(KeyPress(.tab), .character("k"), .character("D"), KeyPress(.enter))
    await one.until("what is deleted goes") { !one.shows("Aaron") }
    #expect(try one.store[Catalog.artists] == two.store[Catalog.artists])
  }

  @Test("two processes that start together share the initial data")
  func twoAtOnce() async throws {
    async let first = user()
    async let second = user()
    let (one, two) = try await (first, second)
    await one.until("both are done") { one.isSaved && two.isSaved }
    #expect(try one.store[Catalog.artists] == CatalogSamples.artists)
    #expect(try two.store[Catalog.artists] == CatalogSamples.artists)
    let three = try await user()
    #expect(try three.store[Catalog.artists] == CatalogSamples.artists)
  }

  @Test("shows that another process deleted the open album")
  func deletedElsewhere() async throws {
    let one = try await user("album?id=artist-1-1")
    let two = try await user()
    await two.press(KeyPress(.tab), .character("D"), KeyPress(.enter))
    await one.sees("this album is not there, or not any more")
    for key in ["a", "e", "X", "D"] as [Unicode.Scalar] {
      await one.press(.character(key))
      #expect(one.page is TracksPage && one.status.contains("this album is not there"))
    }
    #expect(try one.store[EntityReference<Album>("artist-1-1")] == nil)
  }

  @Test(
    "a new page shows that its entity does not exist",
    arguments: [("album", "album"), ("artist", "artist")])
  func gone(page: String, kind: String) async throws {
    let user = try await user("\(page)?id=nobody")
    #expect(user.shows("this \(kind) is not there, or not any more"))
    let named = try await self.user("artist?id=artist-2")
    #expect(named.rows[0].contains("The Brass Lanterns") && named.shows("Lamplighter"))
  }

  @Test("the track page requires an album")
  func noOption() async throws {
    let user = try await user()
    await user.type(":\(TracksPage.address)")
    await user.press(KeyPress(.enter))
    #expect(user.status.contains("missing option \"id\""))
  }

  // MARK: - Errors

  /// Expects samples that change in memory only, and a file that does not change.
  func expectSamples(
    _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = bytes
    let user = try await user()
    let status = "samples only, not saved: catalogue.sqlite: \(reason)"
    #expect(user.status.contains(status), "\(user.status)", sourceLocation: sourceLocation)
    #expect(user.notes.count == 1, "\(user.notes)", sourceLocation: sourceLocation)
    let note = "trouble: samples only, not saved: \(path): \(reason)"
    #expect(user.notes.first?.hasPrefix(note) == true, sourceLocation: sourceLocation)
    #expect(user.shows("Ada Nightingale"), sourceLocation: sourceLocation)
    await user.press(.character("D"), KeyPress(.enter))
    #expect(!user.shows("Ada Nightingale") && user.status.contains(status))
    await user.press(.character("r"))
    #expect(user.status.contains(status), sourceLocation: sourceLocation)
    #expect(bytes == before, sourceLocation: sourceLocation)
  }

  @Test("does not change a file that is not a database")
  func noDatabase() async throws {
    try folder.write("catalogue.sqlite", "my diary\n")
    try await expectSamples("not a database")
  }

  @Test("reports a folder that cannot be created")
  func noFolder() async throws {
    try folder.write("file", "")
    let user = try await CatalogRobot(in: "\(folder.path(of: "file"))/x")
    #expect(user.status.contains("not saved: catalogue.sqlite: cannot open"), "\(user.status)")
    #expect(user.shows("Ada Nightingale"))
  }

  @Test("stays in memory without a folder, and reports it")
  func memory() async throws {
    let user = try await CatalogRobot()
    #expect(user.status.contains("in memory only: no folder"))
    #expect(user.notes == ["trouble: in memory only: no folder"])
    await user.press(.character("D"), KeyPress(.enter))
    #expect(user.artists?.rows.count == 6)
  }

  /// Creates a file with one artist, which no process has open.
  private func make() async throws {
    do {
      let store = EntityStore(cache: SQLiteEntityCache(path: path))
      try store.write { try $0.set(Catalog.artists, to: [Artist(id: "mine", name: "Mine")]) }
      try await store.flush()
    }
    let log = "\(path)-wal"
    await eventually("no connection has it open") { !FileManager.default.fileExists(atPath: log) }
  }

  @Test("does not change a file from a newer version")
  func newer() async throws {
    try await make()
    _ = try OtherConnection(path, "PRAGMA user_version = 99")
    try await expectSamples("written by a newer version")
  }

  @Test("does not change a damaged file")
  func damaged() async throws {
    try await make()
    let half = try #require(bytes).prefix(5000)
    try folder.write("catalogue.sqlite", Array(half))
    try await expectSamples("")
  }

  @Test("never saves the replacement data into a file that was locked")
  func locked() async throws {
    try await make()
    do {
      let lock = try OtherConnection(
        path, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM change WHERE 0")
      let user = try await user()
      #expect(user.status.contains("not saved: catalogue.sqlite: is locked by another program"))
      #expect(user.shows("Ada Nightingale") && !user.shows("Mine"))
      try lock.run("COMMIT; PRAGMA locking_mode = NORMAL; PRAGMA user_version")
      await user.press(.character("a"))
      await user.fill("Nobody's")
      await user.press(.character("r"))
    }
    let other = try await user()
    #expect(other.artists?.rows.items.map(\.name) == ["Mine"])
  }

  @Test("reports a temporary lock, and saves when it ends")
  func lockedLater() async throws {
    let user = try await user()
    let lock = try OtherConnection(path, "BEGIN IMMEDIATE")
    await user.press(.character("a"))
    await user.fill("Late")
    await user.sees("not saved: catalogue.sqlite: is locked by another program")
    await user.press(.character("a"))
    await user.fill("Later")
    await user.sees("not saved: catalogue.sqlite: is locked by another program")
    let note = "trouble: not saved: \(path): is locked by another program"
    #expect(user.notes == [note], "once for as long as it is so")
    try lock.run("COMMIT")
    await user.press(.character("r"))
    await user.sees("✓ saved")
    #expect(user.notes == [note, "saved after all"])
    let other = try await self.user()
    #expect(other.shows("Late") && other.shows("Later"))
  }
}
