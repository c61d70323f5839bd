import Glibc
import Mocoa
import MocoaModel
import MocoaSQLite
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaFiles
@testable import MocoaData

/// A source of some kind for a monkey, and a closure that changes it.
@MainActor
struct MonkeyCage {
  let url: String
  let registry: ModuleRegistry
  let clock: ManualClock
  let folder: TemporaryFolder

  /// A closure that changes the source.
  var change: @MainActor (inout SeededGenerator) throws -> Void = { _ in }

  /// The kinds of pages that a session may open first.
  enum Kind: Hashable, CustomStringConvertible {
    case fake, json, ndjson, csv, sqlite, folder, stream, watch, manifest
    case page(String)

    var description: String {
      switch self {
      case .fake: "fake"
      case .json: "json"
      case .ndjson: "ndjson"
      case .csv: "csv"
      case .sqlite: "sqlite"
      case .folder: "folder"
      case .stream: "stream"
      case .watch: "watch"
      case .manifest: "manifest"
      case .page(let url): url
      }
    }

    /// All kinds of sources, and all pages that open without options.
    @MainActor static var all: [Kind] {
      var pages: Set<String> = ["mocoa://home/"]
      let registry = Launch.registry(clock: ManualClock())
      for root in registry.roots {
        root.forEach { module in
          let url = module.url.description
          let isSample = ["examples", "music", "contacts", "planets"].contains(module.url.domain)
          guard module.pageTitle != nil, isSample else { return }
          if (try? Navigator(registry: registry).push(module.url)) != nil { pages.insert(url) }
        }
      }
      return [.fake, .json, .ndjson, .csv, .sqlite, .folder, .stream, .watch, .manifest]
        + pages.sorted().map { .page($0) }
    }
  }

  init(_ kind: Kind, _ random: inout SeededGenerator) throws {
    let (clock, folder) = (ManualClock(), try TemporaryFolder())
    (self.clock, self.folder) = (clock, folder)
    func registry(
      watching command: WatchPage.Command? = nil, manifests: ManifestCatalog = ManifestCatalog()
    ) -> ModuleRegistry {
      Launch.registry(follows: true, watching: command, manifests: manifests, clock: clock)
    }
    switch kind {
    case .fake:
      self.registry = notesRegistry()
      url = "mocoa://notes/"
      let source = FakeListSource(Self.parts(&random))
      let notes = self.registry.define(url)
      notes.page("Notes") { LiveUpdateTests.Page(url: $0.url, source: source, module: notes) }
      change = { source.show(sections: Self.parts(&$0)) }
    case .json, .ndjson, .csv:
      self.registry = registry()
      let file = try folder.write("data.\(kind)", Self.text(kind, &random))
      url = "mocoa://file/?path=\(file)"
      change = { try Self.changeFile(file, kind, folder, &$0) }
    case .manifest:
      let manifest = try folder.write("m.json", Self.manifest(&random))
      let catalog = ManifestCatalog(paths: [manifest], isWatching: true)
      self.registry = registry(manifests: catalog)
      let file = try folder.write("things.ndjson", Self.text(.ndjson, &random))
      url = "mocoa://file/?path=\(file)"
      change = { random in
        if Int.random(in: 0..<3, using: &random) == 0 {
          try folder.write("m.json", Self.manifest(&random))
          catalog.reload()
        } else {
          try Self.changeFile(file, .ndjson, folder, &random)
        }
      }
    case .sqlite:
      self.registry = registry()
      let path = folder.path(of: "data.db")
      let database = try SQLiteDatabase(path: path, .readWrite)
      try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, year REAL)")
      url = "mocoa://sqlite/?path=\(path)" + (Bool.random(using: &random) ? "&table=t" : "")
      change = { random in
        let id = Int.random(in: 0..<60, using: &random)
        let name = Self.name(&random).replacing("'", with: "''")
        switch Int.random(in: 0..<5, using: &random) {
        case 0: try database.execute("DELETE FROM t WHERE id % 7 = \(id % 7)")
        case 1: try database.execute("UPDATE t SET name = '\(name)' WHERE id = \(id)")
        default: try database.execute("INSERT OR REPLACE INTO t VALUES (\(id), '\(name)', \(id).5)")
        }
      }
      for _ in 0..<30 { try change(&random) }
    case .folder:
      self.registry = registry()
      url = "mocoa://folder/?path=\(folder.folder)"
      change = { random in
        let name = "f\(Int.random(in: 0..<30, using: &random)).ndjson"
        if Int.random(in: 0..<3, using: &random) == 0 {
          unlink(folder.path(of: name))
        } else {
          try folder.write(name, Self.text(.ndjson, &random))
        }
      }
      for _ in 0..<20 { try change(&random) }
    case .stream:
      self.registry = registry()
      let path = folder.path(of: "pipe")
      try #require(mkfifo(path, 0o600) == 0)
      let pipe = MonkeyPipe(path)
      url = "mocoa://file/?path=\(path)"
      change = { pipe.write(Self.text(.ndjson, &$0)) }
      try change(&random)
    case .watch:
      let path = try folder.write("data.ndjson", Self.text(.ndjson, &random))
      self.registry = registry(
        watching: .init(words: ["/bin/cat", path], interval: .milliseconds(100), options: .init()))
      url = "mocoa://watch/"
      change = { try Self.changeFile(path, .ndjson, folder, &$0) }
    case .page(let address):
      self.registry = registry()
      url = address
    }
  }

  // MARK: - Data

  private static func parts(_ random: inout SeededGenerator) -> [FakeListSource.Part] {
    var ids = Array(0..<40).shuffled(using: &random)
    return Array(0..<Int.random(in: 0...3, using: &random)).shuffled(using: &random).map { id in
      let count = Int.random(in: 0...12, using: &random)
      defer { ids.removeFirst(min(count, ids.count)) }
      let items = ids.prefix(count).map { number in
        note(number, Bool.random(using: &random) ? name(&random) : nil)
      }
      let header = Bool.random(using: &random) ? note(100 + id) : nil
      return .init(id, header: header, items)
    }
  }

  private static let names = [
    "alpha", "beta", "", "日本語のテキスト", "e\u{301}\u{302}", "👩‍👩‍👧", "\u{1B}[2J", "a\tb", "it's", "\"q\"",
    "x y z", "\u{202E}rtl", "0", "-1", "null",
  ]

  private static func name(_ random: inout SeededGenerator) -> String {
    let name = names.randomElement(using: &random) ?? ""
    return Bool.random(using: &random) ? name : name + String(repeating: "w", count: 50)
  }

  private static func text(_ kind: Kind, _ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...40, using: &random)
    let ids = Array(0..<60).shuffled(using: &random).prefix(count)
    let records = ids.map { (id: $0, name: name(&random)) }
    func json(_ record: (id: Int, name: String)) -> String {
      let text = record.name.unicodeScalars.map { scalar in
        if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
        if scalar.value >= 0x20 { return "\(scalar)" }
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
      let (year, kind) = (1950 + record.id % 9, record.id % 3)
      return
        #"{"id": \#(record.id), "name": "\#(text)", "year": \#(year), "kind": "k\#(kind)"}"#
    }
    switch kind {
    case .json: return "[" + records.map(json).joined(separator: ",\n") + "]"
    case .csv:
      return "id,name,year\n"
        + records.map { record in
          let name = record.name.replacing("\"", with: "\"\"")
          return "\(record.id),\"\(name)\",\(1950 + record.id % 9)"
        }.joined(separator: "\n")
    default: return records.map { json($0) + "\n" }.joined()
    }
  }

  private static func changeFile(
    _ file: String, _ kind: Kind, _ folder: TemporaryFolder, _ random: inout SeededGenerator
  ) throws {
    let name = String(file.split(separator: "/").last ?? "")
    // The previous step may have removed the file.
    if access(file, F_OK) != 0 { try folder.write(name, "") }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: try folder.append("garbage \u{0} {\n", to: name)
    case 1: unlink(file)
    case 2...4 where kind != .json: try folder.append(text(.ndjson, &random), to: name)
    case 5:
      let other = try folder.write("other", text(kind, &random))
      rename(other, file)
    default: try folder.write(name, text(kind, &random))
    }
  }

  private static func manifest(_ random: inout SeededGenerator) -> String {
    let rows = [
      "{name} >> {year}", "{id:title} {name left(12)}", "{missing}", "{name",
      "{kind} {year bar(0,2000)}",
    ]
    let row = rows.randomElement(using: &random) ?? ""
    return #"{"url": "mocoa://things/", "source": "things*.ndjson", "row": "\#(row)"}"#
  }
}

/// A writer of a pipe, which never blocks.
private final class MonkeyPipe: Sendable {
  private let descriptor: Int32

  init(_ path: String) { descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }

  deinit { close(descriptor) }

  func write(_ text: String) {
    _ = text.withCString { Glibc.write(descriptor, $0, strlen($0)) }
  }
}
