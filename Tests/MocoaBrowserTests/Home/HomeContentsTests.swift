import Mocoa
import MocoaModel
import Testing

@testable import MocoaBrowser

@Suite("The contents of the home screen")
struct HomeContentsTests {
  private static func saved(_ count: Int, _ kind: LocationList.Kind) throws -> [HomeEntry] {
    try (0..<count).map { index in
      let url = try ModuleURL("mocoa://file/?path=/data/\(index).csv")
      return HomeEntry(Location(url: url, name: ""), of: kind, status: .unknown)
    }
  }

  private static let sample = HomeEntry(name: "Music", detail: "", url: "mocoa://music/")

  @Test("begin with the recent locations and bookmarks, which have numbers")
  func saved() throws {
    var contents = HomeContents()
    contents.recents = try Self.saved(2, .recents)
    contents.bookmarks = try Self.saved(1, .bookmarks)
    contents.found = [
      HomeSection(.machine, []), HomeSection(.here, detail: "~", [Self.sample]),
    ]
    contents.samples = [Self.sample]
    let sections = contents.makeSections()
    #expect(sections.map(\.kind) == [.recents, .bookmarks, .here, .start, .samples])
    #expect(sections.flatMap(\.entries).map(\.number) == [1, 2, 3, nil, nil, nil])
    #expect(!contents.hasIntro)
  }

  @Test("number the first pages, and explain the program, if no location is saved")
  func first() throws {
    var contents = HomeContents()
    contents.found = [HomeSection(.machine, [Self.sample]), HomeSection(.here, [Self.sample])]
    contents.samples = [Self.sample]
    let sections = contents.makeSections()
    #expect(sections.map(\.kind) == [.here, .samples, .start])
    #expect(sections.map { $0.entries.map(\.number) } == [[1], [2, 3], [nil]])
    #expect(sections.map { contents.title(of: $0.kind) } == ["Here", "Try", "Start"])
    #expect(contents.hasIntro)
    #expect(contents.makeList().sections.count == 4)
  }

  @Test("have at most nine numbers, and an item that leads to all saved locations")
  func long() throws {
    var contents = HomeContents()
    contents.recents = try Self.saved(50, .recents)
    contents.bookmarks = try Self.saved(5, .bookmarks)
    let sections = contents.makeSections()
    #expect(sections[0].entries.map(\.name).suffix(2) == ["4.csv", "More…"])
    #expect(sections[0].entries.last?.detail == "all 50")
    #expect(sections[0].entries.last?.target == .page("mocoa://home/?list=recents"))
    #expect(sections[1].entries.compactMap(\.number) == [6, 7, 8, 9])
    contents.part = .recents
    #expect(contents.makeSections().map(\.entries.count) == [50])
  }

  @Test("describe a saved location by its folder and its query")
  func columns() throws {
    let url = try ModuleURL(
      "mocoa://file/?path=/data/logs/a.ndjson&filter=status%3E%3D500&sort=-time&group=host")
    let location = Location(url: url, name: "a.ndjson", time: 1)
    let entry = HomeEntry(location, of: .recents, status: .file(bytes: 7_000_000))
    #expect(entry.name == "a.ndjson")
    #expect(entry.detail == "/data/logs")
    #expect(entry.query == "status>=500 · by host · time ▼")
    #expect(entry.size == "7.0 MB")
    let missing = HomeEntry(location, of: .recents, status: .missing)
    #expect(missing.isMissing)
    #expect(
      missing.target
        == .unavailable("/data/logs/a.ndjson no longer exists (D removes the entry)"))
  }

  @Test(
    "have columns that fit into every width",
    arguments: 0...200)
  func widths(width: Int) {
    let columns = HomeColumns(width: width)
    let parts = [
      columns.number, columns.name, columns.detail, columns.query, columns.size, columns.age,
    ].filter { !$0.isEmpty }
    for (part, next) in zip(parts, parts.dropFirst()) {
      #expect(part.upperBound <= next.lowerBound)
    }
    #expect((parts.last?.upperBound ?? 0) <= width)
    if width == 36 { #expect(columns.detail.isEmpty && columns.age == 30..<36) }
    if width == 76 { #expect(columns.age == 70..<76 && columns.size == 61..<68) }
  }
}
