import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Mistakes in templates")
struct TemplateFaultTests {
  @Test(
    "have a location and a suggestion",
    arguments: [
      ("{name:titel}", #"unknown word "titel" at character 7 (did you mean "title"?)"#),
      ("{name:xyzzy}", #"unknown word "xyzzy" at character 7"#),
      ("{name", "expected }, found the end of the template at character 6"),
      ("a {", "expected the name of a field, found the end of the template at character 4"),
      ("{}", #"expected the name of a field, found "}" at character 2"#),
      ("a } b", "unmatched } (write }} for a literal brace) at character 3"),
      ("{a} >> {b} >> {c}", "duplicate >> (remove one) at character 12"),
      ("{a b}", #"expected }, found "b" at character 4"#),
      ("{a.}", #"expected the name of a field, found "}" at character 4"#),
      ("{a[x]}", "expected an index, such as [0] at character 4"),
      ("{a[0}", #"expected ], found "}" at character 5"#),
      ("{`a}", "missing closing ` at character 2"),
      (#"{a|"b}"#, #"missing closing " at character 4"#),
      ("{a:}", #"expected a style or a format, found "}" at character 4"#),
      ("{a:title detail}", #""detail" sets the style again at character 10"#),
      ("{a:bytes date}", #""date" sets the format again at character 10"#),
      ("{a:left(3) max(4)}", #""max" sets the width again at character 12"#),
      ("{a:left}", #""left" needs a number from 1 to 500, as in left(20) at character 4"#),
      ("{a:left(0)}", #""left" needs a number from 1 to 500, as in left(20) at character 4"#),
      ("{a:left(1.5)}", #""left" needs a number from 1 to 500, as in left(20) at character 4"#),
      ("{a:title(3)}", #""title" takes no arguments at character 4"#),
      ("{a:fixed(99)}", #""fixed" needs a number from 0 to 15, as in fixed(2) at character 4"#),
      (
        #"{a:words("x")}"#,
        #""words" needs two texts in quotes, as in words("yes", "no") at character 4"#
      ),
      ("{a:before(3)}", #""before" needs text in quotes, as in before("by ") at character 4"#),
      ("{a:bar(0)}", #""bar" needs a width from 1 to 100, as in bar(10) at character 4"#),
      (
        "{a:bar(9, 0)}",
        #""bar" needs a maximum above 0, for example bar(10, 100) at character 4"#
      ),
      ("{a:left(x)}", #"expected a number, or text in quotes at character 9"#),
      ("{a:left(3}", #"expected ), found "}" at character 10"#),
      ("{a?warn if > 1}", #"unknown style "warn" at character 4"#),
      ("{a?warnin if > 1}", #"unknown style "warnin" at character 4 (did you mean "warning"?)"#),
      ("{a? > 1}", #"expected a style, found ">" at character 5"#),
      ("{a?warning > 1}", #"expected "if" and a condition at character 12"#),
      (
        "{a?warning if 1}",
        "expected a condition: =, !=, <, <=, >, >=, contains or empty, found \"}\" at character 16"
      ),
      ("{a?warning if >}", #"expected the name of a field, found "}" at character 16"#),
      ("{a?warning if > -}", #""-" is not a number at character 17"#),
      ("{a?warning if contains x}", #"expected text in quotes, found "x" at character 24"#),
    ])
  func messages(template: String, message: String) throws {
    let errors = LineTemplate.compile(template).errors
    #expect(errors.map(\.description) == [message])
    let fault = try #require(errors.first)
    #expect(throws: fault) { try LineTemplate(template) }
  }

  @Test("in several fields are all reported, and the rest is compiled")
  func several() {
    let (template, errors) = LineTemplate.compile("{name} {a:titel} {b[} {year} }")
    #expect(errors.map(\.position) == [10, 20, 29])
    #expect(template.text() == "Kind of Blue   1959")
  }

  @Test(
    "in URLs are reported as well",
    arguments: [
      (
        "music",
        #"illegal URL: no "://" (a module URL looks like mocoa://domain/path) at character 1"#
      ),
      (
        "mocoa://music/{id}",
        "fields are allowed only in the query (…?id={id}) at character 15"
      ),
      ("mocoa://music/?id={}", #"expected the name of a field, found "}" at character 20"#),
      ("mocoa://music/?id={id:title}", #"expected }, found ":" at character 22"#),
      ("mocoa://a//b?{x}", "illegal URL: segment 1 \"\" is empty at character 1"),
      (
        "moca://music/",
        #"illegal URL: unsupported scheme "moca" at character 1 (did you mean "mocoa"?)"#
      ),
    ])
  func urls(template: String, message: String) {
    do {
      _ = try URLTemplate(template)
      Issue.record("compiles")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("a URL contains percent-encoded fields, and is nil without them")
  func url() throws {
    let template = try URLTemplate("mocoa://music/artist?name={by.name}&id={id}#{date}")
    #expect(
      template.url(for: sample)?.description
        == "mocoa://music/artist?name=Miles%20Davis&id=7#1959-08-17")
    #expect(!template.isConstant)
    #expect(try URLTemplate("mocoa://music/").isConstant)
    #expect(try URLTemplate("mocoa://music/?id={missing}").url(for: sample) == nil)
    #expect(try URLTemplate("mocoa://music/?id={nothing}").url(for: sample) == nil)
    let nasty = SampleRecord(["id": "a&b=c#d%/é"])
    #expect(try URLTemplate("mocoa://x/?id={id}").url(for: nasty)?["id"] == "a&b=c#d%/é")
  }

  @Test("no template and no record causes a trap", arguments: 0..<40)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let signs = Array(
      "{}[]()|:?\"`.,<>=! -0129abif\\é\u{301}\u{202E}👩🏽‍💻\u{0}".unicodeScalars
    ).map(String.init)
    let words =
      signs + TemplateFaultTests.words + ["name", "year", "tracks", "if", "not", "empty", "{name"]
    for _ in 0..<300 {
      let count = Int.random(in: 0...20, using: &generator)
      let text = (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }.joined()
      let (template, errors) = LineTemplate.compile(text)
      _ = template.line(of: sample)
      _ = template.line(of: SampleRecord([:]))
      for fault in errors {
        #expect(fault.position <= text.unicodeScalars.count, "\(text)")
        #expect(!fault.description.contains("\n") || text.contains("\n"))
      }
      _ = try? URLTemplate("mocoa://x/?" + text).url(for: sample)
    }
  }

  private static let words = [
    "title", "left(3)", "right(500)", "max(1)", "bytes", "date", "datetime", "count", "bar(3)",
    "spark(2)", "fixed(15)", "grouped", "percent", #"words("a","b")"#, #"before("x")"#, "{year:",
    "}",
    "?warning if > 1", "?hidden if not empty",
  ]

  @Test("extreme numbers and dates are formatted without a trap")
  func extremes() throws {
    let values: [FieldValue] = [
      .int(.min), .int(.max), .double(.infinity), .double(.nan), .double(-.greatestFiniteMagnitude),
      .double(.leastNonzeroMagnitude), .decimal("123456789012345678901234567890"), .double(-0.0),
      .string("1e400"),
      .array([.double(.greatestFiniteMagnitude), .double(-.greatestFiniteMagnitude)]),
      .array([0, .double(.leastNonzeroMagnitude)]),
      .array([.double(.nan), .double(.infinity), .double(-.infinity), 1]),
      .array([]), .object([]), .string(String(repeating: "9", count: 5000)),
    ]
    let formats = [
      "bytes", "percent", "date", "time", "datetime", "grouped", "fixed(15)", "grouped fixed(0)",
      "bar(5)", "bar(5, 0.0001)", "spark", "count",
    ]
    for format in formats {
      let template = try LineTemplate("{x:\(format) ?warning if > 1}")
      for value in values { _ = template.line(of: SampleRecord(["x": value])) }
    }
    func text(_ template: String, _ value: FieldValue) throws -> String {
      try LineTemplate(template).text(SampleRecord(["x": value]))
    }
    #expect(try text("{x:grouped}", .int(.min)) == "-9,223,372,036,854,775,808")
    #expect(try text("{x:fixed(2)}", .double(-0.001)) == "0.00")
    #expect(try text("{x:fixed(2)}", .double(-1.5)) == "-1.50")
    #expect(try text("{x:bytes}", .int(1_048_575)) == "1.0 MiB")
    #expect(try text("{x:bytes}", .int(-2048)) == "-2.0 KiB")
    #expect(try text("{x:date}", .int(0)) == "1970-01-01")
    #expect(try text("{x:date}", .int(-1)) == "1969-12-31")
    #expect(try text("{x:date}", .int(951_782_400)) == "2000-02-29")
    #expect(try text("{x:datetime}", .int(1_763_733_785_000)) == "2025-11-21 14:03")
    #expect(try text("{x:datetime}", "1763733785000000") == "2025-11-21 14:03")
    #expect(try text("{x:date}", "2026-13-01") == "2026-13-01")
    #expect(try text("{x:bar(4)}", .double(0.001)) == "▏")
    #expect(try text("{x:bar(4)}", 0) == "")
    #expect(try text("{x:spark}", .array([0, .double(.leastNonzeroMagnitude)])) == "▅▅")
    #expect(try text("{x:spark}", .array([0, .double(.infinity), 1])) == "▁ █")
  }

  @Test("number charts have one glyph for each number", arguments: 0..<20)
  func pictures(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let odd: [Double] = [
      0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
      .signalingNaN, 1,
    ]
    func number() -> Double {
      Bool.random(using: &generator)
        ? odd.randomElement(using: &generator) ?? 0
        : Double(bitPattern: .random(in: .min ... .max, using: &generator))
    }
    let spark = try LineTemplate("{x:spark}")
    let bars = try ["bar(7)", "bar(7, 5e-324)", "bar(7, 1e308)"].map {
      try LineTemplate("{x:\($0)}")
    }
    for _ in 0..<500 {
      let numbers = (0..<Int.random(in: 1...6, using: &generator)).map { _ in number() }
      let text = spark.text(SampleRecord(["x": .array(numbers.map { .double($0) })]))
      let isFinite = numbers.contains(where: \.isFinite)
      #expect(!isFinite || text.count <= numbers.count, "\(numbers): \(text)")
      for bar in bars {
        let text = bar.text(SampleRecord(["x": .double(numbers[0])]))
        #expect(!numbers[0].isFinite || text.count <= 7, "\(numbers[0]): \(text)")
      }
    }
  }
}
