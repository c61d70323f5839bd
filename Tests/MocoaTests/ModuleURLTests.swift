import Mocoa
import MocoaTestSupport
import Testing

@Suite("Module URLs")
struct ModuleURLTests {
  // Scenario 5.
  @Test(
    "have one normal form",
    arguments: [
      ("mocoa://h", "mocoa://h/"), ("mocoa://h/", "mocoa://h/"),
      ("HTTPS://Music/", "mocoa://music/"),
      ("foo+bar-1.x://h/a", "mocoa://h/a"), ("mocoa://h/a/", "mocoa://h/a"),
      ("mocoa://user:pw@h:8080/a", "mocoa://h/a"), ("mocoa://h:/a", "mocoa://h/a"),
      ("mocoa://h/A", "mocoa://h/A"), ("mocoa://h/my-page/a.b/_x/1", "mocoa://h/my-page/a.b/_x/1"),
      ("mocoa://h/...", "mocoa://h/..."), ("mocoa://my.host-2/x", "mocoa://my.host-2/x"),
      ("mocoa://h/%61", "mocoa://h/a"), ("mocoa://%48/", "mocoa://h/"),
      ("mocoa://h/山/caf%C3%A9", "mocoa://h/山/café"), ("mocoa://ÉCOLE/", "mocoa://école/"),
      ("mocoa://h/cell:album", "mocoa://h/cell:album"), ("mocoa://h/header:", "mocoa://h/header:"),
      ("mocoa://h/:/:", "mocoa://h/:/:"), ("mocoa://h/:/", "mocoa://h/:"),
      ("mocoa://h/k%3An", "mocoa://h/k:n"),
      ("mocoa://h?x=1", "mocoa://h/?x=1"), ("mocoa://h#f", "mocoa://h/#f"),
      ("mocoa://h/?", "mocoa://h/"), ("mocoa://h/?&&a&", "mocoa://h/?a"),
      ("mocoa://h/?a&b=&c", "mocoa://h/?a&b=&c"), ("mocoa://h/?a=1&a=2", "mocoa://h/?a=1&a=2"),
      ("mocoa://h/?c=1+2&d=%20", "mocoa://h/?c=1%2B2&d=%20"),
      ("mocoa://h/?a=b=c?d", "mocoa://h/?a=b%3Dc%3Fd"), ("mocoa://h/?=v", "mocoa://h/?=v"),
      ("mocoa://file/?path=/a/b%26c&at=/x", "mocoa://file/?path=/a/b%26c&at=/x"),
      ("mocoa://h/#a#b?c", "mocoa://h/#a%23b%3Fc"), ("mocoa://h/#", "mocoa://h/#"),
      ("mocoa://h/?x=a://b", "mocoa://h/?x=a://b"),
    ])
  func normalForm(text: String, description: String) throws {
    let url = try ModuleURL(text)
    #expect(url.description == description)
    #expect(try ModuleURL(description) == url)
  }

  // F5, scenarios 4, 5.
  @Test(
    "report the invalid part and the reason",
    arguments: [
      ("", .noScheme), ("music/artist", .noScheme), ("mocoa:/x", .noScheme), ("/a/b", .noScheme),
      ("://h", .scheme("")), ("1a://h", .scheme("1a")), ("ht tp://x", .scheme("ht tp")),
      ("é://x", .scheme("é")), ("a_b://x", .scheme("a_b")),
      ("mocoa://", .noDomain), ("mocoa:///a", .noDomain), ("mocoa://:80/", .noDomain),
      ("mocoa://u@/a", .noDomain), ("mocoa://?a", .noDomain),
      ("mocoa://a b/", .domain("a b", .character(" "))),
      ("mocoa://a%20b/", .domain("a b", .character(" "))),
      ("mocoa://[::1]/", .domain("[::1]", .character("["))),
      ("mocoa://h%2Fx/", .domain("h/x", .encodedSlash)),
      ("mocoa://../", .domain("..", .dots)), ("mocoa://%C3/", .encoding("%C3")),
      ("mocoa://h//", .segment("", position: 1, .empty)),
      ("mocoa://h//a", .segment("", position: 1, .empty)),
      ("mocoa://h/a//", .segment("", position: 2, .empty)),
      ("mocoa://h/a/b c", .segment("b c", position: 2, .character(" "))),
      ("mocoa://h/a%00", .segment("a\0", position: 1, .character("\0"))),
      ("mocoa://h/a+b", .segment("a+b", position: 1, .character("+"))),
      ("mocoa://h/~a", .segment("~a", position: 1, .character("~"))),
      ("mocoa://h/a%25", .segment("a%", position: 1, .character("%"))),
      ("mocoa://h/x/a\u{200B}b", .segment("a\u{200B}b", position: 2, .character("\u{200B}"))),
      ("mocoa://h/❤/", .segment("❤", position: 1, .character("❤"))),
      ("mocoa://h/./a", .segment(".", position: 1, .dots)),
      ("mocoa://h/a/../b", .segment("..", position: 2, .dots)),
      ("mocoa://h/k:..", .segment("k:..", position: 1, .dots)),
      ("mocoa://h/a%2Fb", .segment("a/b", position: 1, .encodedSlash)),
      ("mocoa://h/a:b:c", .segment("a:b:c", position: 1, .secondColon)),
      ("mocoa://h/::", .segment("::", position: 1, .secondColon)),
      ("mocoa://h/:/:n", .segment(":n", position: 2, .colonWithoutKind)),
      ("mocoa://h/%zz", .encoding("%zz")), ("mocoa://h/%4", .encoding("%4")),
      ("mocoa://h/%E9", .encoding("%E9")), ("mocoa://h/?a=%", .encoding("%")),
      ("mocoa://h/?%Fx", .encoding("%Fx")), ("mocoa://h/#%FF", .encoding("%FF")),
    ] as [(String, ModuleURL.ParseError)])
  func illegal(text: String, error: ModuleURL.ParseError) {
    #expect(throws: error) { try ModuleURL(text) }
    #expect(!error.description.isEmpty)
    #expect(!error.description.contains("\n"))
  }

  @Test("have at most 64 components")
  func depth() throws {
    let deep = String(repeating: "/x", count: 64)
    let url = try ModuleURL("mocoa://h\(deep)/")
    #expect(url.path.count == ModuleURL.depthLimit)
    let error = ModuleURL.ParseError.tooDeep(steps: 65)
    #expect(throws: error) { try ModuleURL("mocoa://h\(deep)/x") }
    #expect(throws: error) { try ModuleURL(domain: "h", path: url.path + [.default]) }
    #expect(error.description == "65 levels (a module has at most 64)")
    #expect(throws: ModuleURL.ParseError.tooDeep(steps: 500_000)) {
      try ModuleURL("mocoa://h" + String(repeating: "/%", count: 500_000))
    }
  }

  @Test("name an invisible character by its number")
  func invisibleInMessage() {
    let error = ModuleURL.ParseError.segment("a\u{200B}", position: 3, .character("\u{200B}"))
    #expect(
      error.description
        == "segment 3 \"a\u{200B}\" contains U+200B; letters, digits, _, - and . are allowed")
    #expect(
      ModuleURL.ParseError.segment("a b", position: 1, .character(" ")).description.contains(
        "a space"))
  }

  // F12, scenario 6.
  @Test("have segments of kind and name")
  func segments() throws {
    let url = try ModuleURL("mocoa://h/table/cell:album/header:/:")
    #expect(url.path.map(\.kind) == ["", "cell", "header", ""])
    #expect(url.path.map(\.name) == ["table", "album", "", ""])
    #expect(url.path.last == .default)
    #expect(try ModuleURL("mocoa://h/t/kind") != ModuleURL("mocoa://h/t/kind:"))
    #expect(throws: ModuleSegment.ValidationError.character(":")) { try ModuleSegment(name: "a:b") }
    #expect(throws: ModuleSegment.ValidationError.character(" ")) {
      try ModuleSegment(kind: " ", name: "b")
    }
    #expect(throws: ModuleSegment.ValidationError.encodedSlash) { try ModuleSegment(name: "a/b") }
    #expect(try ModuleSegment(kind: "k").description == "k:")
    #expect(try ModuleSegment(name: "n").description == "n")
    #expect(ModuleSegment.default.description == ":")
  }

  // F8, scenario 2.
  @Test("identify the same module without scheme, user, port, options and fragment")
  func sameModule() throws {
    let url = try ModuleURL("mocoa://h/a")
    for text in [
      "foo://h/a", "mocoa://H/a/", "mocoa://u@h:8080/a?q=1#f", "mocoa://h/a?b", "x://h/%61#",
    ] {
      let other = try ModuleURL(text)
      #expect(other.isSameModule(as: url), "\(text)")
      #expect(other.withoutOptions == url, "\(text)")
    }
    for text in ["mocoa://h/A", "mocoa://g/a", "mocoa://h/a/b", "mocoa://h", "mocoa://h/a:"] {
      #expect(!(try ModuleURL(text).isSameModule(as: url)), "\(text)")
    }
  }

  @Test("decode options; the last of a repeated option counts")
  func options() throws {
    let url = try ModuleURL("mocoa://h/?a=1&b&a=2&c=&d=%20x+y&%61=3#n%C3%A9")
    #expect(url.values(of: "a") == ["1", "2", "3"])
    #expect(url["a"] == "3")
    #expect(url.values(of: "b") == [nil])
    #expect(url["b"] == nil)
    #expect(url.values(of: "c") == [""])
    #expect(url["d"] == " x+y")
    #expect(url.values(of: "e").isEmpty)
    #expect(url.fragment == "né")
    #expect(try ModuleURL("mocoa://h/").fragment == nil)
  }

  @Test("have parents up to the root of the domain")
  func parents() throws {
    let url = try ModuleURL("mocoa://h/a/b:?x=1#y")
    #expect(url.parent?.description == "mocoa://h/a")
    #expect(url.parent?.parent?.description == "mocoa://h/")
    #expect(url.parent?.parent?.parent == nil)
    #expect(
      try url.withoutOptions.parent?.appending(ModuleSegment(kind: "b")) == url.withoutOptions)
  }

  @Test("encode invisible characters and control characters")
  func hostileText() throws {
    let url = try ModuleURL(
      domain: "h", path: [ModuleSegment(name: "a")],
      options: [.init(name: "\u{202E}\n", value: "\u{1B}[2J\u{200B}\u{FEFF}\u{E0041}\u{85}")],
      fragment: "\u{7F}\u{3164}")
    #expect(
      url.description
        == "mocoa://h/a?%E2%80%AE%0A=%1B%5B2J%E2%80%8B%EF%BB%BF%F3%A0%81%81%C2%85"
        + "#%7F%E3%85%A4")
    #expect(try ModuleURL(url.description) == url)
    for scalar: Unicode.Scalar in ["\u{180B}", "\u{FE0F}", "\u{3164}", "\u{34F}"] {
      #expect(throws: ModuleSegment.ValidationError.character(scalar)) {
        try ModuleSegment(name: "a\(scalar)")
      }
    }
  }

  @Test("are equal after writing and reading")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 1)
    let legal = Array("aZ09_-.é山\u{5D0}\u{94D}".unicodeScalars) + ["\u{301}", "ß", "İ"]
    let any: [Unicode.Scalar] =
      legal + [
        "\u{180B}",
        " ", "/", "?", "#", "&", "=", "%", "+", ":", "@", "\n", "\0", "\u{1B}", "\u{202E}",
        "\u{200D}", "\u{FEFF}", "👍", "\u{1F3FD}", "\u{10FFFF}", "\r", "\"", "~", ";", "\u{20E0}",
      ]
    func text(_ scalars: [Unicode.Scalar], _ counts: ClosedRange<Int>) -> String {
      var text = ""
      for _ in 0..<Int.random(in: counts, using: &generator) {
        text.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "x")
      }
      return text
    }
    func name(_ counts: ClosedRange<Int>) -> String {
      let name = text(legal, counts)
      return name == "." || name == ".." ? "x" : name
    }
    for _ in 0..<3_000 {
      let url = try ModuleURL(
        domain: name(1...4),
        path: (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          try ModuleSegment(kind: name(0...2), name: name(0...3))
        },
        // An option without name and value has no text.
        options: (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          Bool.random(using: &generator)
            ? .init(name: text(any, 1...3), value: nil)
            : .init(name: text(any, 0...3), value: text(any, 0...4))
        },
        fragment: Bool.random(using: &generator) ? text(any, 0...4) : nil)
      let description = url.description
      let again = try? ModuleURL(description)
      if again != url {
        Issue.record(
          "\(description.debugDescription) is read as \(again?.description ?? "nothing")")
        return
      }
    }
  }

  @Test("keep a separator before a combining mark")
  func marks() throws {
    let url = try ModuleURL(
      "mocoa://\u{301}h/\u{301}a/k:\u{301}n?\u{301}b=\u{301}c&\u{301}d#\u{301}f")
    #expect(url.domain == "\u{301}h")
    #expect(url.path.map(\.name) == ["\u{301}a", "\u{301}n"])
    #expect(url["\u{301}b"] == "\u{301}c")
    #expect(url.values(of: "\u{301}d") == [nil])
    #expect(url.fragment == "\u{301}f")
  }

  @Test("parse random text without a trap")
  func garbage() {
    var generator = SeededGenerator(seed: 2)
    let pieces = [
      "mocoa", "://", ":", "/", "//", "?", "#", "&", "=", "%", "%41", "%FF", "%2F", "@", ".", "..",
      "a", "é", "\u{301}", "\u{200D}", "👍", "\0", "\r\n", " ", "[", "]", "+", "\u{202E}", "80",
    ]
    var legal = 0
    for _ in 0..<20_000 {
      var text = Bool.random(using: &generator) ? "mocoa://" : ""
      for _ in 0..<Int.random(in: 0...8, using: &generator) {
        text += pieces.randomElement(using: &generator) ?? ""
      }
      _ = ModuleURL.looksLikeURL(text)
      _ = try? ModuleURL.filePath(text)
      do throws(ModuleURL.ParseError) {
        let url = try ModuleURL(text)
        legal += 1
        if (try? ModuleURL(url.description)) != url {
          Issue.record("\(text.debugDescription) is written as \(url.description.debugDescription)")
          return
        }
      } catch {
        if error.description.isEmpty { Issue.record("no reason for \(text.debugDescription)") }
      }
    }
    #expect(legal > 300)
  }

  @Test("of files are paths")
  func filePath() throws {
    #expect(try ModuleURL.filePath("file:///tmp/a%20b+c") == "/tmp/a b+c")
    #expect(throws: ModuleURL.ParseError.encoding("/%")) { try ModuleURL.filePath("file:///%") }
    #expect(ModuleURL.looksLikeURL("file:///x"))
    #expect(!ModuleURL.looksLikeURL("a:/b"))
  }
}
