import MocoaTerminal
import MocoaTestSupport
import Testing

@Suite("SVG images of surfaces")
struct SurfaceSVGTests {
  /// Returns the lines of an image of one row, without the lines that all images contain.
  private func lines(_ draw: (inout Canvas) -> Void) -> [Substring] {
    var surface = Surface(size: Size(columns: 20, rows: 2))
    surface.draw(draw)
    let text = SurfaceSVG(surface, title: "A list").text
    return text.split(separator: "\n").dropFirst(4).dropLast(2)
  }

  private func text(_ text: String, _ column: Int, _ columns: Int, _ look: String) -> Substring {
    #"<text x="\#(column * 9)" y="14" textLength="\#(columns * 9)" lengthAdjust="spacingAndGlyphs" "#
      + #"\#(look)>\#(text)</text>"#
  }

  private static let plain = ##"fill="#d4d4d4""##

  @Test("have the size of the surface with a margin, and a title")
  func frame() {
    let picture = SurfaceSVG(Surface(size: Size(columns: 80, rows: 24)), title: #"a < "b" & c"#)
    #expect(
      picture.text.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 744 456" "#))
    #expect(picture.text.contains("\n<title>a &lt; \"b\" &amp; c</title>\n"))
    #expect(picture.text.hasSuffix("</g>\n</svg>\n"))
    #expect(!picture.text.contains("<text"), "nothing stands there")
  }

  @Test("combine text of one font, and place other glyphs separately")
  func pieces() {
    let lines = lines {
      $0.write("  one two   é──│a", at: Point(column: 0, row: 0))
      $0.write("日本 e\u{301}", at: Point(column: 0, row: 1))
    }
    #expect(
      lines.prefix(4) == [
        text("one two", 2, 7, Self.plain), text("é", 12, 1, Self.plain),
        text("──│", 13, 3, Self.plain), text("a", 16, 1, Self.plain),
      ])
    #expect(lines.dropFirst(4).map { $0.contains(#"y="32""#) } == [true, true, true])
    #expect(lines.dropFirst(4).map { $0.contains(#"textLength="18""#) } == [true, true, false])
    #expect(lines.last?.hasSuffix(">e\u{301}</text>") == true)
  }

  @Test("escape markup and replace control characters")
  func escaping() {
    let lines = lines { $0.write("<&>\"\u{1B}\u{202E}", at: Point(column: 0, row: 0)) }
    #expect(
      lines == [
        text("&lt;&amp;&gt;\"", 0, 4, Self.plain), text("␛", 4, 1, Self.plain),
        text("▯", 5, 1, Self.plain),
      ])
  }

  @Test(
    "have the colors of the palette, the cube, the grays, and RGB",
    arguments: [
      (Color.palette(1), "#e06c75"), (.palette(15), "#ffffff"), (.palette(16), "#000000"),
      (.palette(110), "#87afd7"), (.palette(231), "#ffffff"), (.palette(232), "#080808"),
      (.palette(255), "#eeeeee"), (.rgb(1, 2, 255), "#0102ff"),
    ])
  func colors(color: Color, name: String) {
    let lines = lines {
      $0.write("a", at: Point(column: 0, row: 0), style: Style(foreground: color))
    }
    #expect(lines == [text("a", 0, 1, #"fill="\#(name)""#)])
  }

  @Test("show all text attributes")
  func attributes() {
    func drawn(_ style: Style) -> [Substring] {
      lines { $0.write("a ", at: Point(column: 0, row: 0), style: style) }
    }
    func rect(_ y: Int, _ height: Int, _ look: String) -> Substring {
      #"<rect x="0" width="18" y="\#(y)" height="\#(height)" \#(look)/>"#
    }
    #expect(drawn(Style(.bold)) == [text("a", 0, 1, Self.plain + #" font-weight="bold""#)])
    #expect(drawn(Style(.italic)) == [text("a", 0, 1, Self.plain + #" font-style="italic""#)])
    #expect(drawn(Style(.dim)) == [text("a", 0, 1, Self.plain + #" fill-opacity=".6""#)])
    #expect(
      drawn(Style(.underline)) == [rect(16, 1, Self.plain), text("a", 0, 1, Self.plain)],
      "blanks too are underlined")
    #expect(
      drawn(Style(background: 2)) == [
        rect(0, 18, ##"fill="#98c379""##), text("a", 0, 1, Self.plain),
      ])
    #expect(
      drawn(Style(foreground: 2, .reverse)) == [
        rect(0, 18, ##"fill="#98c379""##), text("a", 0, 1, ##"fill="#1b1d23""##),
      ])
  }
}
