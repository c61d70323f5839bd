import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaFiles

@Suite("The home sections about a folder and a machine")
struct HomeSurroundingsTests {
  private static let magic = Array("SQLite format 3\0".utf8)

  private static func entry(_ name: String, size: Int = 1000, modified: Int = 0)
    -> FolderListing.Entry
  {
    .init(name: name, size: size, modified: modified)
  }

  private static func programs(_ names: String...) -> ProgramSearch {
    ProgramSearch(path: "relative::/bin:/usr/bin") { path in
      names.contains { path == "/usr/bin/\($0)" }
    }
  }

  @Test("order files by kind and then by age, and read at most 16 bytes of each")
  func order() {
    let listing = FolderListing(
      path: "/work",
      entries: [
        Self.entry("a.json", modified: 9), Self.entry("old.csv", modified: 1),
        Self.entry("new.csv", modified: 2), Self.entry("x.NDJSON"), Self.entry("shop.db"),
        Self.entry("thumbs.db"), Self.entry("photo.jpg"), Self.entry("empty.csv", size: 0),
        .init(name: "b.json", isFolder: true),
      ])
    var examined: [String] = []
    let overview = FolderOverview(listing, limit: 9) { name in
      examined.append(name)
      return name == "shop.db" ? Self.magic : Array((name == "a.json" ? " [1]" : "id,n").utf8)
    }
    #expect(
      overview.files.map(\.entry.name) == ["shop.db", "new.csv", "old.csv", "x.NDJSON", "a.json"])
    #expect(!examined.contains("photo.jpg") && !examined.contains("empty.csv"))
    #expect(overview.summary == "8 files · 1 folder")
    #expect(overview.size == 7000)
  }

  @Test("omit files whose first bytes contradict their names")
  func sniffing() {
    let kinds = FolderOverview.FileKind.self
    #expect(kinds.init(name: "a.csv.gz") == .table)
    #expect(kinds.init(name: "a.db.gz") == nil)
    #expect(kinds.init(name: "csv") == nil)
    #expect(kinds.table.matches([0x1F, 0x8B, 8], isCompressed: true))
    #expect(!kinds.table.matches(Array("id".utf8), isCompressed: true))
    #expect(!kinds.table.matches([0x41, 0], isCompressed: false))
    #expect(kinds.document.matches([0xEF, 0xBB, 0xBF, 0x7B], isCompressed: false))
    #expect(!kinds.document.matches(Array("hello".utf8), isCompressed: false))
    #expect(!kinds.database.matches(Array(Self.magic.dropLast()), isCompressed: false))
  }

  @Test("show the folder, at most six items, and the commits of a repository")
  func here() {
    var listing = FolderListing(path: "/home/ann/shop")
    listing.entries = (1...9).map { Self.entry("\($0).csv", modified: $0) }
    listing.hasRepository = true
    func names(_ home: String?, _ programs: ProgramSearch) -> [String] {
      HomeSection.here(listing, home: home, programs) { _ in [0x41] }.entries.map(\.name)
    }
    #expect(
      names("/home/ann", Self.programs("git"))
        == ["This folder", "9.csv", "8.csv", "7.csv", "6.csv", "git log"])
    #expect(names("/home/ann", Self.programs()).last == "5.csv")
    #expect(names("/home/ann/shop", Self.programs("git")) == ["This folder"])
    let here = HomeSection.here(listing, home: "/home/ann", Self.programs()) { _ in [] }
    #expect(here.detail == "~/shop")
    #expect(here.entries.map(\.size) == ["9.0 kB"])
    #expect(
      here.entries.map(\.target) == [.page("mocoa://folder/?path=/home/ann/shop")])
  }

  @Test("list only the programs that are found in PATH")
  func machine() {
    let all = HomeSection.machine(Self.programs("ps", "df", "journalctl")).entries
    #expect(all.map(\.name) == ["Processes", "Journal", "Disks"])
    #expect(all.map(\.detail) == ["ps, every 2 s", "system log, newest last", "df, every 10 s"])
    #expect(HomeSection.machine(Self.programs("df")).entries.map(\.name) == ["Disks"])
    let unsafe = ProgramSearch(path: "bin:.") { _ in true }
    #expect(HomeSection.machine(unsafe).entries.isEmpty)
    #expect(ProgramSearch(path: nil) { _ in true }.folders.isEmpty)
  }

  @Test("list commits without fetching missing objects")
  func commits() {
    let words = BuiltInCommand.commits.words
    #expect(words.prefix(4) == ["env", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "git"])
  }

  @Test("read a folder without opening its pipes")
  func reading() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.csv", "id,n\n1,2\n")
    try folder.write(".hidden.csv", "x")
    try #require(mkfifo(folder.path(of: "b.csv"), 0o600) == 0)
    try #require(mkdir(folder.path(of: ".git"), 0o700) == 0)
    defer { rmdir(folder.path(of: ".git")) }
    let listing = try #require(FolderListing(readingFolderAt: folder.folder))
    #expect(listing.entries.map(\.name) == ["a.csv"])
    #expect(listing.hasRepository && listing.isComplete)
    #expect(FolderListing.firstBytes(ofFileAt: folder.path(of: "a.csv")).count == 9)
    #expect(FolderListing(readingFolderAt: folder.path(of: "none")) == nil)
  }
}
