import MocoaTerminal
import Testing

@testable import MocoaNcurses

@Suite("Links")
struct LinkTests {
  private func links(_ text: String, columns: Int = 60) -> [String] {
    var frame = Surface(size: Size(columns: columns, rows: 1))
    frame.draw { $0.write(text, at: Point(column: 0, row: 0), truncation: .ellipsis) }
    return URLDetector.links(in: frame, row: 0).map { link in
      let target = String(decoding: link.target, as: UTF8.self)
      #expect(link.columns.count == target.utf8.count)
      return target
    }
  }

  @Test(
    "start at the scheme and end before closing punctuation",
    arguments: [
      ("see https://example.org/a?b=c#d, and", ["https://example.org/a?b=c#d"]),
      ("(http://a.b/c) file:///etc/passwd.", ["http://a.b/c", "file:///etc/passwd"]),
      ("\"mailto:a@b.c\" <https://x.y>", ["mailto:a@b.c", "https://x.y"]),
      ("日本 https://x.y/z 日本", ["https://x.y/z"]),
    ])
  func found(text: String, expected: [String]) {
    #expect(links(text) == expected)
  }

  @Test(
    "exclude truncated, non-ASCII and incomplete URLs",
    arguments: [
      "xhttps://example.org/", "https://", "mailto: me", "https://exämple.org/", "ftp://a.b/c",
      "https://a.b/\u{1B}]8;;x\u{7}", "http:/x", "https://x.y/日本",
    ])
  func none(text: String) {
    #expect(links(text) == [])
  }

  @Test("exclude URLs that do not fit or end in the last column")
  func cut() {
    #expect(links("https://example.org/abc", columns: 12) == [])
    #expect(links("https://x.y/", columns: 12) == [])
    #expect(links("https://x.y/", columns: 13) == ["https://x.y/"])
  }
}
