import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("The digits of numbers that the program prints", .serialized)
struct PrintedDigitsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let texts = ["477.0", "1e3", "1E+2", "-0", "12345678901234567890", "0.10"]

  private func files() throws -> [String] {
    let objects = Self.texts.map { "{\"n\": \($0)}" }
    return [
      try folder.write("a.ndjson", objects.joined(separator: "\n") + "\n"),
      try folder.write("a.json", "[" + objects.joined(separator: ",\n") + "]\n"),
      try folder.write("a.csv", "n\n" + Self.texts.joined(separator: "\n") + "\n"),
    ]
  }

  @Test("are those of the source in lines, fields, filters, orders, groups and templates")
  func printed() throws {
    for path in try files() {
      let manifest = try folder.write(
        "m.json", #"{"url": "mocoa://digits/", "source": "a.*", "row": "<{n}>"}"#)
      let orders: [([String], [String])] = [
        ([], Self.texts), (["--plain"], Self.texts), (["--fields", "n"], Self.texts),
        (["--filter", "n=1000 | n=477 | n=100 | n=0 | n=0.1 | n>5e9"], Self.texts),
        (["--sort", "n"], ["-0", "0.10", "1E+2", "477.0", "1e3", "12345678901234567890"]),
      ]
      for (options, texts) in orders {
        for arguments in [options + [path], options + ["-"]]
        where path.hasSuffix("n") || arguments.last == path {
          let outcome = try Mocoa.run(arguments, input: path)
          let found = outcome.lines.compactMap { $0.split(separator: " ").last.map(String.init) }
          #expect(found == texts, "\(arguments): \(outcome)")
        }
      }
      let grouped = try Mocoa.run(["--group", "n", path]).lines
      #expect(Self.texts.allSatisfy { text in grouped.contains { $0.hasPrefix(text + " ") } })
      let rows = try Mocoa.run(["--manifest", manifest, path]).lines
      #expect(rows == Self.texts.map { "<\($0)>" }, "\(rows)")
    }
  }

  @Test("are those of the source in picked items and in command input")
  func picked() throws {
    try #require(mkdir(folder.path(of: "mocoa"), 0o700) == 0)
    try folder.write("mocoa/config.json", #"{"confirm": "never"}"#)
    for path in try files() {
      let out = folder.path(of: "out")
      for (options, pattern) in [("", "\""), ("--format '<{n}>'", "<")] {
        let terminal = try Terminal(
          "/bin/sh",
          ["-c", "'\(Mocoa.path)' --pick --no-prompt --multi \(options) '\(path)' > '\(out)'"])
        try terminal.wait(for: "1/6")
        terminal.send("a\r")
        #expect(try terminal.waitForEnd() == .exited(0))
        let lines = try folder.text(of: "out").split(separator: "\n").map(String.init)
        if pattern == "<" {
          #expect(lines == Self.texts.map { "<\($0)>" })
        } else {
          #expect(zip(lines, Self.texts).allSatisfy { $0.contains($1) } && lines.count == 6)
        }
      }
      let terminal = try Mocoa.start([path], environment: ["XDG_CONFIG_HOME": folder.folder])
      try terminal.wait(for: "1/6")
      terminal.send("a|cat > '\(out)'\r")
      try terminal.wait(for: "any key")
      terminal.send(" ")
      try terminal.wait(for: "1/6")
      let lines = try folder.text(of: "out").split(separator: "\n").map(String.init)
      #expect(zip(lines, Self.texts).allSatisfy { $0.contains($1) } && lines.count == 6, "\(lines)")
      terminal.send("Q")
      #expect(try terminal.waitForEnd() == .exited(0))
    }
  }
}
