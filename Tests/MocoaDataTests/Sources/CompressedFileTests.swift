import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Records of compressed files")
struct CompressedFileTests {
  typealias Pack = ([UInt8]) throws -> [UInt8]

  private static let packs: [(name: String, pack: Pack)] = [
    ("gz", { try CompressedFixture.gzip($0) }), ("zst", { try CompressedFixture.zstd($0) }),
  ]

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func lines(_ numbers: Range<Int>) -> [UInt8] {
    Array(numbers.map { "{\"id\": \($0), \"name\": \"row \($0)\"}\n" }.joined().utf8)
  }

  private func values(_ source: RecordSource) -> [String] {
    let items = source.snapshot.sections[0].items
    return (0..<items.count).compactMap { index in
      (items.element(at: index) as? Record).map { $0.errorMessage ?? $0.value.description }
    }
  }

  private func finished(_ source: RecordSource) async {
    await eventually("the end") { if case .loading = source.phase { false } else { true } }
  }

  /// Returns the error message after loading, if any, and the number of records.
  private func ending(_ name: String, _ bytes: [UInt8]) async throws -> (String?, Int) {
    let source = try RecordSource(path: try folder.write(name, bytes))
    await finished(source)
    guard case .failed(let reason) = source.phase else { return (nil, source.snapshot.itemCount) }
    return (reason, source.snapshot.itemCount)
  }

  @Test("equal the records of the uncompressed file, with any file name")
  func same() async throws {
    for (name, pack) in Self.packs {
      for name in ["x.ndjson.\(name)", "x.\(name)", "x"] {
        let path = try folder.write(name, try pack(lines(0..<50_000)))
        let source = try RecordSource(path: path)
        await finished(source)
        #expect(source.phase == .finished)
        #expect(source.snapshot.itemCount == 50_000)
        #expect(values(source).last == "{\"id\": 49999, \"name\": \"row 49999\"}")
      }
    }
  }

  @Test("open at pointers like those of any file")
  func pointer() async throws {
    for (name, pack) in Self.packs {
      let path = try folder.write("p.\(name)", try pack(Array("{\"a\": [1, {\"b\": 2}]}".utf8)))
      let source = try RecordSource(path: path, at: "/a/1")
      await finished(source)
      #expect(values(source) == ["2"])
    }
  }

  @Test("arrive through a pipe, also byte by byte")
  func pipe() async throws {
    for (_, pack) in Self.packs {
      let path = folder.path(of: "pipe")
      try #require(mkfifo(path, 0o600) == 0)
      let writer = open(path, O_RDWR)
      let source = try RecordSource(path: path)
      for byte in try pack(lines(0..<3)) {
        try #require(write(writer, [byte], 1) == 1)
      }
      await eventually("the records") { source.snapshot.itemCount == 3 }
      close(writer)
      await finished(source)
      #expect(source.phase == .finished)
      unlink(path)
    }
  }

  @Test("include those of all concatenated parts")
  func parts() async throws {
    for (name, pack) in Self.packs {
      let (first, second) = (try pack(lines(0..<3)), try pack(lines(3..<5)))
      #expect(try await ending("parts.\(name)", first + second) == (nil, 5))
    }
    let padded = try CompressedFixture.gzip(lines(0..<3)) + [UInt8](repeating: 0, count: 5000)
    #expect(try await ending("tape.gz", padded) == (nil, 3))
    // A skippable frame, in which other programs store metadata.
    let skipped: [UInt8] = [0x53, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 7, 7]
    #expect(
      try await ending("skip.zst", skipped + CompressedFixture.zstd(lines(0..<3)) + skipped) == (
        nil, 3
      ))
  }

  @Test("remain if the data is truncated, with an error message")
  func truncated() async throws {
    for (name, pack) in Self.packs {
      let whole = try pack(lines(0..<100_000))
      let (reason, count) = try await ending("cut.\(name)", Array(whole.dropLast(whole.count / 3)))
      #expect(reason?.hasSuffix("incomplete: compressed data is truncated") == true)
      #expect(count > 10_000 && count < 100_000)
      let (shortest, none) = try await ending("head.\(name)", Array(whole.prefix(6)))
      #expect(shortest?.contains("compressed data is truncated") == true)
      #expect(none == 0)
    }
  }

  @Test("remain before corrupted or trailing data, with an error message")
  func damaged() async throws {
    for (name, pack) in Self.packs {
      let whole = try pack(lines(0..<3))
      let (followed, all) = try await ending("more.\(name)", whole + Array("and more".utf8))
      #expect(followed?.contains("trailing data after the compressed stream is ignored") == true)
      #expect(all == 3)
      var broken = try pack(lines(0..<100_000))
      for place in broken.indices[(broken.count / 2)...].prefix(64) { broken[place] ^= 0x55 }
      let (reason, _) = try await ending("broken.\(name)", broken)
      #expect(reason?.contains("compressed data is corrupted") == true, "\(reason ?? "")")
    }
    // Only the checksum is wrong.
    var wrong = try CompressedFixture.gzip(lines(0..<3))
    wrong[wrong.count - 6] ^= 1
    #expect(try await ending("sum.gz", wrong).0?.contains("corrupted") == true)
  }

  @Test("are empty for compressed empty data")
  func empty() async throws {
    for (name, pack) in Self.packs {
      #expect(try await ending("empty.\(name)", try pack([])) == (nil, 0))
    }
  }

  @Test("a file compressed twice fails with the name of the format")
  func twice() async throws {
    let twice = try CompressedFixture.gzip(CompressedFixture.gzip("{}"))
    #expect(try await ending("twice.gz", twice).0?.contains("compressed by gzip") == true)
  }

  @Test("rejects a frame that needs more than 128 MiB")
  func window() async throws {
    let wide = try CompressedFixture.zstd(lines(0..<10), windowLog: 30)
    let (reason, count) = try await ending("wide.zst", wide)
    #expect(reason?.contains("needs over 128 MiB") == true, "\(reason ?? "")")
    #expect(count == 0)
  }

  @Test("a stream pauses decompression until more bytes are read")
  func bomb() async throws {
    let zeros = [UInt8](repeating: 0x20, count: 1 << 20)
    var bomb: [UInt8] = []
    for _ in 0..<200 { bomb += try CompressedFixture.zstd(zeros) }
    #expect(bomb.count < 1 << 16)
    let input = try ByteInput.open(try folder.write("bomb.zst", bomb))
    let extent = try input.extent(beyond: 0, CancellationToken())
    #expect(!extent.isEnded)
    await eventually("a pause") { input.bytes.size >= 32 << 20 }
    await settle()
    #expect(input.bytes.size <= 34 << 20)
    #expect(input.fraction(before: 0) == 0)
  }

  @Test("reload after a change of the compressed file")
  func changes() async throws {
    for (name, pack) in Self.packs {
      let path = try folder.write("live.\(name)", try pack(lines(0..<3)))
      let source = try RecordSource(path: path, follows: true)
      await eventually("three") { source.snapshot.itemCount == 3 && source.phase == .finished }
      var updates: [ListUpdate] = []
      let token = source.observe { updates.append($0) }
      try folder.write("live.\(name)", try pack(lines(1..<5)))
      await eventually("the others") { source.snapshot.itemCount == 4 }
      await eventually("the end") { source.phase == .finished }
      #expect(values(source).first == "{\"id\": 1, \"name\": \"row 1\"}")
      #expect(updates.contains { !$0.changes.deletions.isEmpty && !$0.changes.insertions.isEmpty })
      token.cancel()
    }
  }

  @Test("follow appended and overwritten data, in large files and tables")
  func additions() async throws {
    for (ending, pack) in Self.packs {
      for name in ["large.ndjson.\(ending)", "large.csv.\(ending)"] {
        func text(_ numbers: Range<Int>) -> [UInt8] {
          name.contains("csv")
            ? Array(numbers.map { "\($0),row \($0)\n" }.joined().utf8) : lines(numbers)
        }
        let first = Array((name.contains("csv") ? "id,name\n" : "").utf8)
        let path = try folder.write(name, try pack(first + text(0..<40_000)))
        let source = try RecordSource(path: path, follows: true)
        await eventually("all") {
          source.snapshot.itemCount == 40_000 && source.phase == .finished
        }
        let file = open(path, O_WRONLY | O_APPEND)
        let more = try pack(text(40_000..<40_002))
        try #require(write(file, more, more.count) == more.count)
        close(file)
        await eventually("what was added") { source.snapshot.itemCount == 40_002 }
        try folder.write(name, try pack(first + text(7..<45_000)))
        await eventually("the others") { source.snapshot.itemCount == 44_993 }
      }
    }
  }

  @Test("opens a file again after its decompression was stopped")
  func failed() throws {
    let packed = try CompressedFixture.gzip(lines(0..<30_000))
    for attempt in 0..<100 {
      let path = try folder.write("failed-\(attempt).gz", packed)
      var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
      let first = try ByteInput.open(path)
      first.stop()
      do throws(SourceError) {
        _ = try first.extent(beyond: 1 << 30, CancellationToken())
        // Decompression ended before the input was stopped.
        continue
      } catch {
        #expect(error == .stopped)
      }
      let second = try ByteInput.open(path)
      #expect(second !== first)
      #expect(try ByteInput.open(path) === second)
      return
    }
    Issue.record("never stopped before it was all there")
  }

  @Test("inputs of one file share its decompressed bytes")
  func sharing() async throws {
    let path = try folder.write("shared.gz", try CompressedFixture.gzip(lines(0..<3)))
    // An old time stamp. With a recent one, the file might have changed within clock resolution.
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
    let first = try ByteInput.open(path)
    #expect(try ByteInput.open(path) === first)
    try folder.append("x", to: "shared.gz")
    #expect(try ByteInput.open(path) !== first)
  }
}
