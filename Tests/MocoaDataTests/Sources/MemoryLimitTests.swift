import MocoaModel
import MocoaSystem
import MocoaTestSupport
import Testing

@testable import MocoaData

/// A stream that repeats the same bytes endlessly.
private final class EndlessStream: ByteStream, @unchecked Sendable {
  // `@unchecked Sendable`, because only one thread reads the stream.
  let bytes = FileBytes(name: "endless")
  private let portion: [UInt8]
  private(set) var isStopped = false

  init(_ text: String, after beginning: String = "") {
    portion = Array(String(repeating: text, count: (1 << 16) / text.utf8.count).utf8)
    try? bytes.append(Array(beginning.utf8)[...])
  }

  func extent(beyond offset: Int, atMost limit: Duration?, isCancelled: () -> Bool)
    throws(SourceError) -> ByteExtent
  {
    while bytes.size <= offset { try bytes.append(portion[...]) }
    return ByteExtent(count: bytes.size, isEnded: false)
  }

  func wake() {}
  func stop() { isStopped = true }
}

@MainActor
@Suite("Memory limits")
struct MemoryLimitTests {
  @Test("stop an endless stream and keep its records", arguments: ["y\n", "1,2\n", "{\"a\":1}\n"])
  func endless(text: String) {
    let limit = 1 << 22
    var loader = RecordLoader(
      input: ByteInput(EndlessStream(text)), pointer: .root, options: RecordOptions(),
      cancellation: CancellationToken())
    loader.memoryLimit = limit
    var list = RecordList()
    let ending = loader.run { list.add($0) }
    let count = list.snapshot.itemCount
    #expect(ending.failure == .tooMany("endless", limit: count))
    // At most one batch above the limit. The retained bytes of the stream count as well.
    let most = limit / MemoryLayout<LineIndexer.Entry>.stride + (1 << 20) / text.utf8.count
    #expect(count > limit / 48 && count <= most)
  }

  @Test(
    "stop endless blanks, also after records, and report it",
    arguments: [("", 0), ("[1]", 1), ("{\"a\":1}\n{\"a\":2}\n", 2), ("x\ny\n", 2)])
  func endlessBlanks(text: String, count: Int) {
    for blank in ["\n", " ", "\t\r\n"] {
      let limit = 1 << 22
      let stream = EndlessStream(blank, after: text)
      let loader = RecordLoader(
        input: ByteInput(stream, blankLimit: limit), pointer: .root, options: RecordOptions(),
        cancellation: CancellationToken())
      var list = RecordList()
      let ending = loader.run { list.add($0) }
      #expect(ending.failure == .tooManyBlanks("endless", limit: limit), "\(text)\(blank)")
      #expect(list.snapshot.itemCount == count)
      #expect(stream.bytes.size < 2 * limit)
    }
  }

  @Test("stop endless blanks before the value at a pointer")
  func endlessBlanksBeforeValue() {
    let stream = EndlessStream("\n", after: "[[1, 2],")
    let pointer = JSONPointer("/1") ?? .root
    let loader = RecordLoader(
      input: ByteInput(stream, blankLimit: 1 << 22), pointer: pointer, options: RecordOptions(),
      cancellation: CancellationToken())
    #expect(loader.run { _ in }.failure == .tooManyBlanks("endless", limit: 1 << 22))
  }

  @Test("include those of the control group and its ancestors")
  func groups() throws {
    let folder = try TemporaryFolder()
    for (path, text) in [
      ("memory.max", "max\n"), ("a/memory.max", "4096\n"), ("a/b/memory.max", "8192\n"),
      ("memory/c/memory.limit_in_bytes", "2048\n"),
    ] {
      SmallFile.makeFolders(above: folder.path(of: path))
      try folder.write(path, text)
    }
    let root = folder.path(of: ".")
    #expect(Memory.groupLimit(root: root, membership: "0::/\n") == .max)
    #expect(Memory.groupLimit(root: root, membership: "0::/a/b\n") == 4096)
    #expect(Memory.groupLimit(root: root, membership: "0::/elsewhere/x\n") == .max)
    #expect(
      Memory.groupLimit(root: root, membership: "5:cpu,memory:/c/d\n1:cpu:/a\n0::/a/b\n") == 2048)
    #expect(Memory.groupLimit(root: root, membership: "") == .max)
  }
}
