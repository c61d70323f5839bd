import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Files with arbitrary changes")
struct FileReloadTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A change of a file.
  private enum Mishap: CaseIterable {
    case overwritten, appended, replaced, cut, emptied, deleted, folder, garbage
  }

  private func make(_ mishap: Mishap, _ lines: [String], random: Int) throws {
    let path = folder.path(of: "any.ndjson")
    // The path may be a folder that an earlier change created.
    rmdir(path)
    switch mishap {
    case .overwritten: try folder.write("any.ndjson", lines.joined())
    case .replaced:
      try folder.write("new", lines.joined())
      try #require(rename(folder.path(of: "new"), path) == 0)
    case .appended:
      let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      for line in lines.suffix(3) { write(descriptor, line, line.utf8.count) }
    case .cut: truncate(path, off_t(random))
    case .emptied: try folder.write("any.ndjson", "")
    case .deleted: unlink(path)
    case .folder:
      unlink(path)
      mkdir(path, 0o700)
    case .garbage: try folder.write("any.ndjson", [0xFF, 0xFE, 0, 0x0A, 0x80])
    }
  }

  @Test("shows the final content, with exact change sets", arguments: [UInt64](1...3))
  func anything(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    func lines(_ turn: Int) -> [String] {
      // Both sizes occur: small files, which are reloaded at once, and larger files.
      let count = Int.random(in: 0..<(turn % 10 == 0 ? 12_000 : 50), using: &generator)
      let limit = max(1, count * 2)
      return (0..<count).map { _ in
        "{\"id\": \(Int.random(in: 0..<limit, using: &generator)), \"turn\": \(turn % 3)}\n"
      }
    }
    let path = try folder.write("any.ndjson", lines(0).joined())
    let source = try RecordSource(path: path, follows: true)
    let mirror = Mirror(source)
    for turn in 1...40 {
      let mishap = Mishap.allCases.randomElement(using: &generator) ?? .cut
      try make(mishap, lines(turn), random: Int.random(in: 0..<300_000, using: &generator))
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: break
      case 1: await settle()
      default:
        let end = lines(turn + 1)
        try make(.overwritten, end, random: 0)
        await eventually("turn \(turn), \(mishap)") { isShown(end, source) }
      }
    }
    let end = lines(10)
    try make(.replaced, end, random: 0)
    await eventually("the end") { isShown(end, source) }
    #expect(source.phase == .finished)
    #expect(!mirror.changes.isEmpty)
  }

  private func isShown(_ lines: [String], _ source: RecordSource) -> Bool {
    guard source.phase == .finished, source.snapshot.itemCount == lines.count else { return false }
    return source.records.map { String(decoding: $0.sourceBytes() ?? [], as: UTF8.self) + "\n" }
      == lines
  }

  @Test("reads only appended lines of a growing file", arguments: [50_000])
  func growsOnly(count: Int) async throws {
    let lines = (0..<count).map { "{\"id\": \($0)}\n" }
    let path = try folder.write("log.ndjson", lines.joined())
    let source = try RecordSource(path: path, follows: true)
    await eventually("the end of reading") { source.phase == .finished }
    let first = source.records[0].bytes.file
    for turn in 1...5 {
      try append("{\"id\": \(count + turn)}\n", to: path)
      await eventually("turn \(turn)") { source.snapshot.itemCount == count + turn }
    }
    #expect(source.records.allSatisfy { $0.bytes.file === first })
  }

  @Test("reloads a large file overwritten with equally many bytes after opening")
  func sameSize() async throws {
    let lines = (0..<30_000).map { "{\"id\": \($0 + 100_000)}\n" }
    let path = try folder.write("log.ndjson", lines.joined())
    let source = try RecordSource(path: path, follows: true)
    await eventually("the end of reading") { source.phase == .finished }
    let last = source.records[29_999]
    let descriptor = open(path, O_WRONLY)
    try #require(pwrite(descriptor, "9", 1, 7) == 1)
    try #require(pwrite(descriptor, "8", 1, off_t(last.bytes.range.lowerBound + 7)) == 1)
    close(descriptor)
    await eventually("the new first record") { source.ids.first == "900000" }
    #expect(source.snapshot.itemCount == 30_000)
    #expect(source.ids.last == "829999")
  }

  @Test("updates regularly while a large file is written repeatedly")
  func restless() async throws {
    func text(_ turn: Int) -> String {
      (0..<12_000).map { "{\"id\": \($0), \"turn\": \($0 % 50 == 0 ? turn : 0)}\n" }.joined()
    }
    let path = try folder.write("log.ndjson", text(0))
    let source = try RecordSource(path: path, follows: true)
    await eventually("the end of reading") { source.phase == .finished }
    let mirror = Mirror(source)
    let texts = (1...4).map(text)
    var turn = 0
    await eventually("two changes") {
      turn += 1
      do {
        try folder.write("log.ndjson", texts[turn % 4])
      } catch {
        Issue.record("\(error)")
      }
      return mirror.changes.count >= 2
    }
    await eventually("the last turn") {
      source.phase == .finished
        && source.records.first?.field("turn") == .int(Int64(turn % 4 + 1))
    }
    #expect(source.snapshot.itemCount == 12_000)
  }

  private func append(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_APPEND)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(write(descriptor, text, text.utf8.count) == text.utf8.count)
  }
}
