import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Templates of lines")
struct TemplateTests {
  @Test(
    "insert fields into text",
    arguments: [
      ("{name}", "Kind of Blue"),
      ("{name} ({year})", "Kind of Blue (1959)"),
      ("{ name : title }", "Kind of Blue"),
      ("{{{name}}} }}{{", "{Kind of Blue} }{"),
      ("{by.name}: {tracks[1].title}", "Miles Davis: Blue in Green"),
      ("{tracks[-1].title}", "Blue in Green"),
      ("{by.`first name`}", "Miles"),
      ("plain text", "plain text"),
      ("{name} >> {year}", "Kind of Blue >> 1959"),
      (">>{year}  {id}", " >> 1959  7"),
      ("  {name}", "  Kind of Blue"),
      ("a > b", "a > b"),
      ("", ""),
    ])
  func fields(template: String, expected: String) throws {
    #expect(try line(template) == expected)
  }

  @Test(
    "omit a missing field with its surrounding space",
    arguments: [
      ("{missing}", ""), ("{nothing}", ""), ("{empty}", ""), ("{by.missing.deeper}", ""),
      ("{name.deeper}", ""), ("{tracks[9].title}", ""), ("{year[0]}", ""),
      ("{missing}  {name}", "Kind of Blue"), ("{name}  {missing}  {year}", "Kind of Blue  1959"),
      ("{name}  by {missing}", "Kind of Blue  by "),
      ("{name} {missing:before(\"by \")}", "Kind of Blue "),
      ("{name} {by.name:before(\"by \") after(\"!\")}", "Kind of Blue by Miles Davis!"),
    ])
  func missing(template: String, expected: String) throws {
    #expect(try line(template) == expected)
  }

  @Test(
    "show the first source that has a value",
    arguments: [
      ("{missing|name}", "Kind of Blue"), ("{empty|nothing|year}", "1959"),
      (#"{missing|"nobody"}"#, "nobody"), (#"{missing | by.name | "x"}"#, "Miles Davis"),
      (#"{missing|""}"#, ""),
    ])
  func fallback(template: String, expected: String) throws {
    #expect(try line(template) == expected)
  }

  @Test(
    "format values as specified",
    arguments: [
      ("{size:bytes}", "1.5 MiB"), ("{id:bytes}", "7 B"), ("{size:bytes fixed(0)}", "2 MiB"),
      ("{size:grouped}", "1,572,864"), ("{year:grouped}", "1,959"), ("{id:grouped}", "7"),
      ("{price:grouped fixed(2)}", "1,234.50"), ("{price:fixed(0)}", "1235"),
      ("{year:fixed(1)}", "1959.0"), ("{share:percent}", "26%"),
      ("{share:percent fixed(1)}", "25.6%"),
      ("{date:date}", "1959-08-17"), ("{moment:date}", "2026-11-21"),
      ("{moment:time}", "14:03:05"), ("{moment:datetime}", "2026-11-21 14:03"),
      ("{epoch:datetime}", "2025-11-21 14:03"), ("{date:datetime}", "1959-08-17"),
      ("{tracks:count}", "2"), ("{by:count}", "2"),
      (#"{tracks:count after(" tracks")}"#, "2 tracks"),
      (#"{sold:words("sold", "there")}"#, "sold"), ("{sold}", "true"),
      ("{share:bar(8)}", "██"), ("{id:bar(4, 8)}", "███▌"), ("{year:bar(4)}", "████"),
      ("{plays:spark}", "▁▂▃█"), ("{plays:spark(2)}", "▁█"),
      // A value that does not match its format is shown unchanged.
      ("{name:bytes}", "Kind of Blue"), ("{name:date}", "Kind of Blue"),
      ("{name:count}", "Kind of Blue"),
      (#"{name:words("yes", "no")}"#, "Kind of Blue"), ("{name:bar}", "Kind of Blue"),
      ("{tags:spark}", #"["jazz", "modal"]"#), ("{name:grouped fixed(2)}", "Kind of Blue"),
      ("{tags}", #"["jazz", "modal"]"#),
    ])
  func formats(template: String, expected: String) throws {
    #expect(try line(template) == expected)
  }

  @Test("have the styles, widths and alignments of the keywords")
  func spans() throws {
    let content = try LineTemplate(
      "{name:title left(20)}-{year:right(6) number}  {by.name:center(30)} >> {id:max(3) warning}"
    ).line(of: sample)
    #expect(
      content
        == TextContent.Line(
          [
            .init("Kind of Blue", .title, width: 20, limit: 20, alignment: .start),
            .init("-", .detail, isJoined: true),
            .init("1959", .number, width: 6, limit: 6, alignment: .end, isJoined: true),
            .init("Miles Davis", .text, width: 30, limit: 30, alignment: .center),
          ], trailing: [.init("7", .warning, limit: 3)]))
  }

  @Test("a field with a width keeps it without a value")
  func room() throws {
    let content = try LineTemplate("{missing:left(5)}  {name}").line(of: sample)
    #expect(content.leading.map(\.text) == ["", "Kind of Blue"])
    #expect(content.leading.first?.width == 5)
  }

  @Test(
    "the first true condition determines the style of a field",
    arguments: [
      ("{year:detail ?warning if > 1900}", "warning"),
      ("{year:detail ?warning if >1959}", "detail"),
      ("{year:detail ?warning if >= 1959 ?accent if = 1959}", "warning"),
      ("{year:detail ?warning if < 0 ?accent if <= 1959.0}", "accent"),
      (#"{name:detail ?accent if = "Kind of Blue"}"#, "accent"),
      (#"{name:detail ?accent if contains "Blue"}"#, "accent"),
      (#"{name:detail ?accent if not contains "Blue"}"#, "detail"),
      (#"{tags:detail ?accent if contains "jazz"}"#, "accent"),
      ("{name:detail ?accent if missing empty}", "accent"),
      ("{name:detail ?accent if not by.name empty}", "accent"),
      ("{name:detail ?accent if sold = true}", "accent"),
      ("{name:detail ?accent if sold != true}", "detail"),
      ("{name:detail ?accent if year > size}", "detail"),
      ("{name:detail ?accent if size > year}", "accent"),
      (#"{name:detail ?accent if date < "1960-01-01"}"#, "accent"),
      ("{name:detail ?accent if missing = 1}", "detail"),
      ("{name:detail ?accent if missing != 1}", "accent"),
      ("{name:detail ?accent if > 3}", "detail"),
    ])
  func conditions(template: String, style: String) throws {
    let span = try #require(try LineTemplate(template).line(of: sample).leading.first)
    #expect(span.role == TextContent.Role(style))
  }

  @Test("a hidden field has no width, unless it is specified")
  func hidden() throws {
    #expect(try line("{name}  {year ?hidden if > 0}") == "Kind of Blue")
    let kept = try LineTemplate("{year:right(4) ?hidden if > 0}").line(of: sample)
    #expect(kept.leading == [.init("", .text, width: 4, limit: 4, alignment: .end)])
  }

  @Test("not before a path negates the condition")
  func negation() throws {
    let line = try LineTemplate("{name:detail ?accent if not year = 1959}").line(of: sample)
    #expect(line.leading.first?.role == .detail)
  }
}
