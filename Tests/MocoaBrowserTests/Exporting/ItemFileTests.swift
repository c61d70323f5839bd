import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaData

@Suite("ItemFile")
@MainActor
struct ItemFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let lines = #"""
    {"id": 1, "title": "Kind of Blue", "price": 1.50}
    {"title": "a \"b\", c\nd", "id": 2, "tags": ["x", {"y": null}]}
    {"id": 3, "é": "composed", "e\u0301": "decomposed", "title": ""}
    no json
    {"id": 4, "n": null, "title": " blank "}
    """#

  private func write(_ name: String, _ items: ItemSubset) throws -> ExportFile.Summary {
    try ExportFile(path: folder.path(of: name)).write(items)
  }

  private var names: [String] {
    get throws {
      let pipe = try #require(popen("ls -A '\(folder.path(of: ""))'", "r"))
      defer { pclose(pipe) }
      var text = ""
      while case let byte = fgetc(pipe), byte != EOF {
        text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: byte)))
      }
      return text.split(separator: "\n").map(String.init)
    }
  }

  @Test("writes JSON and NDJSON that is read as the same records")
  func json() async throws {
    let items = try await FormatTemplateTests.records(Self.lines)
    for name in ["a.json", "a.ndjson", "b.JSONL"] {
      #expect(try write(name, items) == .init(count: 5, unreadableCount: 1))
      let text = try folder.text(of: name)
      let again = try await FormatTemplateTests.records(text)
      var values: [[FieldValue.Field]] = []
      again.forEach { item in
        values.append(ItemSerializer.fields(of: item))
        return true
      }
      var expected: [[FieldValue.Field]] = []
      items.forEach { item in
        expected.append(ItemSerializer.fields(of: item))
        return true
      }
      #expect(values == expected, "\(name): \(text)")
    }
    #expect(try write("none.json", ItemSubset(parts: [])).count == 0)
    #expect(try folder.text(of: "none.json") == "[]\n")
  }

  @Test("writes the columns of all records in order of occurrence")
  func rows() async throws {
    let items = try await FormatTemplateTests.records(Self.lines)
    for (name, delimiter) in [("a.csv", ","), ("a.tsv", "\t")] {
      _ = try write(name, items)
      let oracle = RowsOracle(
        Array(try folder.text(of: name).utf8), delimiter: Array(delimiter.utf8)[0])
      #expect(
        oracle.rows.map { $0.map { Array($0.utf8) } }
          == [
            ["id", "title", "price", "tags", "é", "e\u{301}", "raw", "n"],
            ["1", "Kind of Blue", "1.50", "", "", "", "", ""],
            ["2", "a \"b\", c\nd", "", #"["x",{"y":null}]"#, "", "", "", ""],
            ["3", "", "", "", "composed", "decomposed", "", ""],
            ["", "", "", "", "", "", "no json", ""],
            ["4", " blank ", "", "", "", "", "", ""],
          ].map { $0.map { Array($0.utf8) } })
    }
  }

  @Test("writes random cells that are read unchanged")
  func randomRows() async throws {
    var random = SeededGenerator(seed: 21)
    let pieces = [",", "\"", "\n", "\r", "\t", " ", "a", "é", "{", "\\", ""]
    for _ in 0..<100 {
      let count = Int.random(in: 1...4, using: &random)
      let table = (0..<Int.random(in: 2...6, using: &random)).map { _ in
        (0..<count).map { _ in
          (0..<Int.random(in: 0...3, using: &random)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &random)]
          }.joined()
        }
      }
      let records = table.map { row in
        let fields = row.enumerated().map {
          FieldValue.Field(name: "c\($0.offset)", value: .string($0.element))
        }
        return String(decoding: CompactJSON.bytes(of: fields), as: UTF8.self)
      }
      let items = try await FormatTemplateTests.records(records.joined(separator: "\n"))
      _ = try write("r.csv", items)
      let text = try folder.text(of: "r.csv")
      #expect(RowsOracle(Array(text.utf8)).rows.dropFirst() == table[...], "\(text)")
    }
  }

  @Test("replaces a file completely and keeps its mode and links")
  func overwriting() async throws {
    let items = try await FormatTemplateTests.records(Self.lines)
    let path = try folder.write("a.json", "old")
    chmod(path, 0o640)
    symlink("a.json", folder.path(of: "link.json"))
    _ = try write("link.json", items)
    var status = stat()
    #expect(lstat(folder.path(of: "link.json"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try folder.text(of: "a.json").hasPrefix("[\n{\"id\""))
    #expect(try names == ["a.json", "link.json"])
  }

  @Test("keeps a private file private during writing")
  func drafts() async throws {
    let items = try await FormatTemplateTests.records(
      (0..<30_000).map { #"{"id": \#($0)}"# }.joined(separator: "\n"))
    let path = try folder.write("a.ndjson", "old")
    for mode: mode_t in [0o600, 0o640] {
      chmod(path, mode)
      var modes: Set<mode_t> = []
      _ = try ExportFile(path: path).write(items) { _ in
        var status = stat()
        if stat("\(path).\(getpid()).mocoa-draft", &status) == 0 {
          modes.insert(status.st_mode & 0o777)
        }
      }
      #expect(modes == [mode])
    }
  }

  @Test("removes drafts of killed processes, never those of running ones")
  func abandonedDrafts() async throws {
    let items = try await FormatTemplateTests.records(Self.lines)
    try folder.write("a.json.1.mocoa-draft", "left by one that was killed")
    let busy = open(try folder.write("a.json.2.mocoa-draft", "being written"), O_RDONLY)
    defer { close(busy) }
    try #require(flock(busy, LOCK_EX | LOCK_NB) == 0)
    try folder.write("b.json.1.mocoa-draft", "of another file")
    try folder.write("a.json.3.draft", "of the user")
    _ = try write("a.json", items)
    #expect(
      try names == ["a.json", "a.json.2.mocoa-draft", "a.json.3.draft", "b.json.1.mocoa-draft"])
  }

  @Test("reports a full disk, a folder or a cancellation and leaves no draft")
  func faults() async throws {
    let items = try await FormatTemplateTests.records(
      (0..<5000).map { #"{"id": \#($0)}"# }.joined(separator: "\n"))
    func message(_ path: String, _ cancellation: CancellationToken = CancellationToken()) -> String?
    {
      do throws(ExportFile.ExportError) {
        _ = try ExportFile(path: path).write(items, cancellation)
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(message("x") == "x: unknown export format (use .json, .ndjson, .csv or .tsv)")
    #expect(
      message("/nowhere/x.json")
        == "/nowhere/x.json: cannot be written: No such file or directory")
    mkdir(folder.path(of: "d.json"), 0o700)
    #expect(message(folder.path(of: "d.json"))?.hasSuffix("not a regular file") == true)
    symlink("/dev/full", folder.path(of: "full.csv"))
    #expect(message(folder.path(of: "full.csv"))?.hasSuffix("No space left on device") == true)
    let old = try folder.write("old.json", "old")
    let cancellation = CancellationToken()
    cancellation.cancel()
    #expect(message(old, cancellation)?.hasSuffix("old.json: not exported") == true)
    #expect(try folder.text(of: "old.json") == "old")
    #expect(try names == ["d.json", "full.csv", "old.json"])
  }

  @Test("never replaces a file that appears during writing")
  func appearing() async throws {
    let items = try await FormatTemplateTests.records(
      (0..<5000).map { #"{"id": \#($0)}"# }.joined(separator: "\n"))
    let path = folder.path(of: "new.ndjson")
    var hasAppeared = false
    let error = #expect(throws: ExportFile.ExportError.self) {
      _ = try ExportFile(path: path).write(items) { _ in
        if !hasAppeared { hasAppeared = (try? folder.write("new.ndjson", "other")) != nil }
      }
    }
    #expect(hasAppeared && error == .writeFailed(path, EEXIST))
    #expect(try folder.text(of: "new.ndjson") == "other")
    #expect(try names == ["new.ndjson"])
  }

  @Test("writes nothing if a record is no longer in its source", arguments: ["json", "csv"])
  func truncatedSource(format: String) async throws {
    let source = try folder.write(
      "source.ndjson", (0..<20_000).map { #"{"id": \#($0)}"# }.joined(separator: "\n"))
    let records = try RecordSource(path: source)
    await eventually("it is read") { records.phase == .finished }
    let items = ItemSubset(allOf: records.snapshot)
    try #require(truncate(source, 100) == 0)
    let path = try folder.write("old.\(format)", "old")
    let error = #expect(throws: ExportFile.ExportError.self) {
      _ = try ExportFile(path: path).write(items)
    }
    #expect(error == .sourceChanged(path))
    #expect(try folder.text(of: "old.\(format)") == "old")
  }

  @Test("reports its progress as a task and can be canceled")
  func jobs() async throws {
    let items = try await FormatTemplateTests.records(
      (0..<30_000).map { #"{"id": \#($0)}"# }.joined(separator: "\n"))
    let job = ExportTask(try ExportFile(path: folder.path(of: "a.csv")))
    var (shares, result): ([Double], Result<ExportFile.Summary, ExportFile.ExportError>?) = (
      [], nil
    )
    job.start(items, progress: { shares.append($0) }, completion: { result = $0 })
    await eventually("it is written") { result != nil }
    #expect(try result?.get().count == 30_000)
    #expect(!shares.isEmpty && shares == shares.sorted() && (shares.last ?? 2) <= 1)
    let other = ExportTask(try ExportFile(path: folder.path(of: "b.csv")))
    result = nil
    other.start(items, progress: { _ in }, completion: { result = $0 })
    other.cancelAndWait()
    await eventually("it is stopped") { result != nil }
    #expect(throws: ExportFile.ExportError.cancelled(folder.path(of: "b.csv"))) {
      try result?.get()
    }
    #expect(try names == ["a.csv"])
  }
}
