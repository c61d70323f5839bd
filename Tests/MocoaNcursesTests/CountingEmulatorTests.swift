import MocoaPtySupport
import Testing

@Suite("The counting emulator")
struct CountingEmulatorTests {
  private func screen(
    _ text: String, columns: Int = 10, rows: Int = 4,
    counting: CountingEmulator.Counting = .clusters
  ) -> [String] {
    let emulator = CountingEmulator(columns: columns, rows: rows, counting: counting)
    emulator.write(text)
    #expect(emulator.unknown == [])
    return emulator.rows
  }

  @Test(
    "counts columns by cluster or by scalar",
    arguments: [
      ("a", 1, 1), ("日", 2, 2), ("e\u{301}\u{302}", 1, 1), ("👩\u{200D}👩\u{200D}👧", 2, 6),
      ("👍🏽", 2, 4), ("❤\u{FE0F}", 2, 1), ("❤", 1, 1), ("⌚\u{FE0E}", 1, 2), ("🇩🇪", 2, 2), ("🇩", 2, 1),
      ("1\u{FE0F}\u{20E3}", 2, 1), ("क\u{94D}ष", 1, 2), ("क\u{94D}\u{200C}ष", 2, 2), ("कि", 1, 2),
      ("\u{1112}\u{1161}\u{11AB}", 2, 2), ("ｱﾞ", 1, 2), ("กำ", 1, 2), ("\u{200B}x", 1, 1),
    ])
  func widths(text: String, inClusters: Int, inScalars: Int) {
    for (counting, columns) in [
      (CountingEmulator.Counting.clusters, inClusters), (.scalars, inScalars),
    ] {
      let emulator = CountingEmulator(columns: 12, rows: 1, counting: counting)
      emulator.write("\(text)|")
      #expect((0..<12).first { emulator.text($0, 0) == "|" } == columns, "\(counting)")
    }
  }

  @Test("extends the cluster to the left of the cursor")
  func joining() {
    #expect(screen("क\u{94D}  \u{1B}[1;2Hष|") == ["क\u{94D}ष|", "", "", ""])
    #expect(screen("e\u{1B}[1;2H\u{301}|") == ["e\u{301}|", "", "", ""])
    #expect(screen("a\r\n\u{301}b") == ["a", "b", "", ""], "there is nothing to add to")
  }

  @Test("wraps after the last column at the next character")
  func wrapping() {
    #expect(screen("0123456789") == ["0123456789", "", "", ""])
    #expect(screen("0123456789a") == ["0123456789", "a", "", ""])
    #expect(screen("012345678日") == ["012345678", "日", "", ""])
    #expect(screen("0123456789\u{301}") == ["012345678" + "9\u{301}", "", "", ""])
    #expect(screen("0123456789\r\nb") == ["0123456789", "b", "", ""])
    #expect(screen("0123456789\u{8}b") == ["01234567b9", "", "", ""])
    #expect(screen("\u{1B}[?7l0123456789ab") == ["012345678b", "", "", ""])
  }

  @Test(
    "moves the cursor",
    arguments: [
      ("\u{1B}[2;3Hx", ["", "  x", "", ""]), ("\u{1B}[2Hx", ["", "x", "", ""]),
      ("ab\u{1B}[5Gx", ["ab  x", "", "", ""]), ("ab\u{1B}[3dx", ["ab", "", "  x", ""]),
      ("abc\u{1B}[2Dx", ["axc", "", "", ""]), ("a\u{1B}[3Cx", ["a   x", "", "", ""]),
      ("\u{1B}[3Ba\u{1B}[2Ax", ["", " x", "", "a"]), ("a\tx", ["a       x", "", "", ""]),
      ("abc\u{1B}7\u{1B}[4;9Hx\u{1B}8y", ["abcy", "", "", "        x"]),
      ("012345678\u{1B}[Zx", ["01234567x", "", "", ""]),
      ("ab\u{1B}[99;99Hx", ["ab", "", "", "         x"]),
    ])
  func moving(text: String, expected: [String]) {
    #expect(screen(text) == expected)
  }

  @Test(
    "erases and shifts text in a row",
    arguments: [
      ("abcdef\u{1B}[3G\u{1B}[K", "ab"), ("abcdef\u{1B}[3G\u{1B}[1K", "   def"),
      ("abcdef\u{1B}[3G\u{1B}[2X", "ab  ef"), ("abcdef\u{1B}[3G\u{1B}[2P", "abef"),
      ("abcdef\u{1B}[3G\u{1B}[2@", "ab  cdef"), ("abcdef\u{1B}[3G\u{1B}[4hxy\u{1B}[4l", "abxycdef"),
      ("ab\u{1B}[3b", "abbbb"), ("日本\u{1B}[2Gx", " x本"), ("日本\u{1B}[2G\u{1B}[P", " 本"),
      ("日本\u{1B}[3Gx", "日x"), ("日本\u{1B}[2G\u{1B}[X", "  本"), ("x\u{1B}(B\u{1B}[1;31my", "xy"),
      ("x\u{1B}]0;title\u{7}y\u{1B}P1\u{1B}\\z", "xyz"),
    ])
  func editing(text: String, expected: String) {
    #expect(screen(text)[0] == expected)
  }

  @Test(
    "scrolls and erases rows",
    arguments: [
      ("1\r\n2\r\n3\r\n4\r\n5", ["2", "3", "4", "5"]),
      ("1\r\n2\r\n3\r\n4\u{1B}[2;3r\u{1B}[3;1H\n", ["1", "3", "", "4"]),
      ("1\r\n2\r\n3\r\n4\u{1B}[2;3r\u{1B}[2;1H\u{1B}M", ["1", "", "2", "4"]),
      ("1\r\n2\r\n3\r\n4\u{1B}[2S", ["3", "4", "", ""]),
      ("1\r\n2\r\n3\r\n4\u{1B}[1T", ["", "1", "2", "3"]),
      ("1\r\n2\r\n3\r\n4\u{1B}[2;1H\u{1B}[L", ["1", "", "2", "3"]),
      ("1\r\n2\r\n3\r\n4\u{1B}[2;1H\u{1B}[2M", ["1", "4", "", ""]),
      ("1\r\n2\r\n3\r\n4\u{1B}[2;1H\u{1B}[J", ["1", "", "", ""]),
      ("1\r\n2\r\n3\r\n4\u{1B}[2;1H\u{1B}[1J", ["", "", "3", "4"]),
      ("1\u{1B}[?1049h2\u{1B}[?1049l3", ["13", "", "", ""]),
    ])
  func scrolling(text: String, expected: [String]) {
    #expect(screen(text) == expected)
  }

  @Test("records unknown sequences")
  func unknown() {
    let emulator = CountingEmulator(columns: 4, rows: 1)
    emulator.write("\u{1B}[5~\u{1B}[?2026h\u{1B}[>4;1m")
    #expect(emulator.unknown == ["CSI ~"])
  }
}
