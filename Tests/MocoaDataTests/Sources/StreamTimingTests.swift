import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@Suite("Stream content and timing")
struct StreamTimingTests {
  /// Inputs of many different formats.
  nonisolated static let inputs: [(name: String, bytes: [UInt8])] =
    texts.map { ($0.name, Array($0.text.utf8)) } + binaries

  private nonisolated static let texts: [(name: String, text: String)] = [
    ("an array on one line", "[{\"name\":\"a\"},{\"name\":\"b\"}]\n"),
    ("an array without a line end", "[1, [2], {\"a\": 3}]"),
    ("a pretty array", "[\n  {\"id\": 1},\n  {\"id\": 2}\n]\n"),
    ("NDJSON", "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"),
    ("one object on a line", "{\"id\": 1, \"tags\": [\"x\"]}\n"),
    ("scalars", "1\n\"x\"\nnull\ntrue\n1e3\n"),
    ("one scalar", "477.0\n"),
    ("concatenated values", "{\"a\":1}{\"a\":2} [3]{\"a\":4}"),
    ("pretty objects", "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n"),
    ("arrays after arrays", "[1,2]\n[3]\n[4,5]\n"),
    ("an array and an object", "[{\"a\":1}]\n{\"b\":2}\n"),
    ("an array and a value beside it", "[1, 2] [3] 4"),
    ("a pretty array and another", "[\n1\n]\n[2]\n"),
    ("a byte order mark", "\u{FEFF}[{\"a\":1}]\n{\"b\":2}\n"),
    ("carriage returns", "{\"a\":1}\r\n\r\n{\"a\":2}\r\n"),
    ("leading blank lines", "\n\r\n  \n[{\"a\": 1}, 2]\n"),
    ("CSV", "id,name\n1,Ann\n2,Bob\n3,Cat\n"),
    ("TSV", "id\tname\r\n1\tAnn\r\n2\tBob\r\n3\tCat\r\n"),
    ("quoted line ends", "id,text\n1,\"a\nb\"\n2,\"c \"\"d\"\"\n\"\n3,e\n"),
    ("CSV without names", "1,2,3\n4,5,6\n7,8,9\n"),
    ("plain lines", "hello\nworld, it is\n\n  late\n"),
    ("a line without an end", "hello"),
    ("lines of JSON after a banner", "Listening …\n{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n"),
    ("a broken first line", "{\"a\":1\n{\"b\":2}\n{\"c\":3}\n"),
    ("JSON with garbage after it", "[1,2]\nDone.\n"),
    ("a document with garbage after it", "{\n\"a\": 1\n} x"),
    ("a document that ends in the middle", "[{\"id\": 1}, {\"id\": 2}, {\"i"),
    ("lines that end in the middle", "{\"a\": 1}\n{\"a\""),
    ("nothing", ""),
    ("blanks", " \n\n\t "),
    ("a log that begins with a bracket", "[INFO] ready\n[WARN] late\n[INFO] [1]\n"),
    ("times in brackets", "[0.5] up\n[1.5] down\n[2.5] up\n"),
    ("numbers", "1\n22\n-0\n1E+05\n0.10\n12345678901234567890\n"),
    ("numbers and text", "1\n22\nthree\n"),
    ("deep nesting", deep),
    ("escape sequences", "\u{1B}[31mred\u{1B}[0m\n\u{1B}[1mbold\n"),
    ("a NUL in text", "ab\u{0}c\nd\n"),
    ("a NUL in a later line", "ab\nc\u{0}d\ne\n"),
    ("a NUL in the tenth line", plain(9) + "a\u{0}b\nc\n"),
    ("nine lines and JSON", plain(9) + "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n"),
    ("eight lines and JSON", plain(8) + String(repeating: "{\"a\":1}\n", count: 9)),
    ("nine lines and rows", plain(9) + "a,b\n1,2\n3,4\n"),
    ("rows and lines", String(repeating: "a,b\n", count: 9) + plain(2)),
    ("a log in brackets and JSON", String(repeating: "[INFO] x\n", count: 9) + "[1]\n2\n"),
    ("what looks like UTF-16 at first", "a\u{0}b\u{0}c\u{0}\nand more text\n"),
  ]

  private nonisolated static func plain(_ count: Int) -> String {
    (0..<count).map { "line \($0)\n" }.joined()
  }

  private nonisolated static let deep =
    String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "\n1\n"

  private nonisolated static let binaries: [(name: String, bytes: [UInt8])] = [
    ("invalid UTF-8", [0x61, 0xFF, 0x0A, 0xC3, 0x28, 0x0A, 0x62, 0x0A]),
    ("invalid UTF-8 in JSON", bytes("7b2261223a22ff227d0a7b2262223a317d0a")),
    ("UTF-16", [0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00]),
    ("gzip", gzip),
    ("zstd", zstd),
    ("gzip that ends in the middle", gzip.dropLast(9)),
  ]

  /// `[1]\n{"a":2}\n`, compressed by `gzip -n`.
  nonisolated static let gzip = bytes(
    "1f8b08000000000000038b368ce5aa564a54b232aae50200a1e990150c000000")

  /// The same text, compressed by `zstd`.
  nonisolated static let zstd = bytes("28b52ffd04586100005b315d0a7b2261223a327d0a5e00f50e")

  nonisolated static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  @Test("is the same with any split or pause", arguments: inputs)
  func splits(name: String, bytes: [UInt8]) {
    let file = ScriptedReading(file: bytes)
    let open = ScriptedReading([.bytes(bytes[...]), .pause]).pauses.last
    for split in 0...bytes.count {
      let (first, rest) = (bytes[..<split], bytes[split...])
      for events: [ScriptedStream.Event] in [
        [.bytes(first), .bytes(rest)], [.bytes(first), .pause, .bytes(rest)],
        [.bytes(first), .bytes(rest), .pause], [.bytes(first), .pause, .bytes(rest), .pause],
      ] {
        let reading = ScriptedReading(events)
        #expect(reading.rows == file.rows, "\(name), split at \(split), \(events.count) events")
        #expect(reading.failure == file.failure, "\(name), split at \(split)")
        #expect(reading.fault == nil)
        if case .pause? = events.last { #expect(reading.pauses.last == open, "\(name), \(split)") }
      }
    }
  }

  @Test("is the same if each byte arrives alone after a pause", arguments: inputs)
  func single(name: String, bytes: [UInt8]) {
    let file = ScriptedReading(file: bytes)
    let reading = ScriptedReading(bytes.indices.flatMap { [.pause, .bytes(bytes[$0...$0])] })
    #expect(reading.rows == file.rows && reading.failure == file.failure, "\(name)")
    #expect(reading.fault == nil)
  }

  @Test(
    "is final after nine lines if these can only be text",
    arguments: [
      ("line \n", 9), ("Nov 23 10:00:00 host app: it's ready and up\n", 9), ("[INFO] ready\n", 9),
      ("é\u{1B}[31m\r\n", 9), ("10:00:00,123 INFO ready\n", nil), ("1\n", nil), ("a,b\n", nil),
      ("\u{1}\n", nil),
    ])
  func settledEarly(line: String, count: Int?) throws {
    let lines =
      (0..<99).flatMap { _ in [.pause, .bytes(Array(line.utf8)[...])] }
      as [ScriptedStream.Event]
    var sniffer = ContentSniffer(ByteInput(ScriptedStream(lines + [.pause])), CancellationToken())
    var seen = 1
    while try !sniffer.next().isFinal, seen < 99 { seen += 1 }
    #expect(count.map { seen == $0 || seen == $0 + 1 } ?? (seen > 90), "\(seen)")
  }

  @Test("is final after two rows if options determine the dialect")
  func settledByOptions() throws {
    let options = RecordOptions(delimiter: ",", hasHeader: false)
    let stream = ScriptedStream([.bytes(Array("1,2\n3,4\n".utf8)[...]), .pause])
    var sniffer = ContentSniffer(ByteInput(stream), CancellationToken(), options)
    let dialect = DelimitedDialect(delimiter: UInt8(ascii: ","), hasHeader: false)
    let finding = try sniffer.next()
    #expect(finding.content == .delimited(from: 0, dialect) && finding.isFinal)
  }

  @Test("is detected with few examinations of each byte for any piece size")
  func cost() throws {
    for opening in ["[", "\"x", "x "] {
      let pieces = (0..<2000).map { _ in
        ScriptedStream.Event.bytes(Array(repeating: UInt8(ascii: "1"), count: 100)[...])
      }
      let stream = ScriptedStream([.bytes(Array(opening.utf8)[...])] + pieces + [.pause])
      var sniffer = ContentSniffer(ByteInput(stream), CancellationToken())
      while try !sniffer.next().isFinal, stream.bytes.size < 200_000 {}
      #expect(sniffer.examinedCount < 1_000_000, "\(opening)")
    }
  }

  @Test("waits for a pause that is longer than the examination, but at most 300 ms")
  func pauses() {
    func pause(_ time: Int) -> Duration {
      ContentSniffer.pause(afterExamining: .milliseconds(time))
    }
    #expect([0, 10, 5000].map(pause) == [30, 160, 300].map { .milliseconds($0) })
  }

  @Test("is an array on one line until something follows it")
  func arrayThenValue() {
    let array = Array("[{\"name\":\"a\"},{\"name\":\"b\"}]\n".utf8)[...]
    let alone = ScriptedReading([.bytes(array), .pause])
    #expect(alone.rows.count == 2 && alone.pauses.last?.count == 2 && alone.restarts == 0)
    let both = ScriptedReading([.bytes(array), .pause, .bytes(Array("3\n".utf8)[...])])
    #expect(both.pauses == [alone.rows])
    #expect(both.rows.count == 2 && both.rows.last == "3 @/1")
    #expect(both.restarts == 1)
  }

  @Test(
    "becomes a sequence of values after an array above the inspected size",
    arguments: [("\n", "[1]\n", 2), (" ", "[1]", 2), ("\n", "x\n", 2), (" ", "x", 120)])
  func longArray(gap: String, rest: String, count: Int) {
    let long = String(repeating: "x", count: 10_000)
    let array = "[" + (0..<120).map { "\"\($0)\(long)\"" }.joined(separator: ",") + "]"
    let bytes = Array((array + gap + rest).utf8)
    let file = ScriptedReading(file: bytes)
    #expect(file.rows.count == count, "\(file.failure ?? "")")
    #expect(file.fault == nil)
    #expect((file.failure != nil) == (count > 2))
    for split in [0, 100, 70_000, array.utf8.count, bytes.count - 1] {
      let reading = ScriptedReading([
        .bytes(bytes[..<split]), .pause, .bytes(bytes[split...]), .pause,
      ])
      #expect(reading.rows == file.rows && reading.failure == file.failure, "\(split)")
      #expect(reading.fault == nil)
    }
  }
}
