import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaData

@Suite("Templates for lines and commands")
@MainActor
struct FormatTemplateTests {
  /// Returns the records of a text.
  static func records(
    _ text: String, name: String = "text", options: RecordOptions = RecordOptions()
  ) async throws -> ItemSubset {
    let source = try RecordSource(bytes: Array(text.utf8), name: name, options: options)
    await eventually("it is read") { source.phase == .finished }
    return ItemSubset(allOf: source.snapshot)
  }

  private static func lines(_ template: String, _ items: ItemSubset) throws -> [String] {
    let template = try FormatTemplate(template)
    var lines: [String] = []
    items.forEach { item in
      lines.append(String(decoding: template.bytes(of: item), as: UTF8.self))
      return true
    }
    return lines
  }

  @Test("insert nested fields and braces, with empty text for missing values")
  func fields() async throws {
    let records = try await Self.records(
      #"""
      {"id": 1, "a": {"b": "deep", "l": [7, {"x": true}]}, "a.c": "whole name", "n": null}
      {"id": -1.5e300, "title": "it's \"so\"\tnew\n", "a": "text"}
      """#)
    func lines(_ template: String) throws -> [String] { try Self.lines(template, records) }
    #expect(try lines("{id}") == ["1", "-1.5e300"])
    #expect(
      try lines("<{a.b}|{a.l.0}|{a.l.1.x}|{a.l.9}|{a.c}|{n}>") == [
        "<deep|7|true||whole name|>", "<|||||>",
      ])
    #expect(try lines("{a}") == [#"{"b":"deep","l":[7,{"x":true}]}"#, "text"])
    #expect(try lines("{{{title}}}") == ["{}", "{it's \"so\"\tnew\n}"])
    #expect(try lines("") == ["", ""] && lines("é→") == ["é→", "é→"])
  }

  @Test("replace {} by the record on one line as in its source")
  func whole() async throws {
    let lines = ["{\"id\": 1,  \"x\":\t1.50}", "\"text\"", "[ ]"]
    #expect(try Self.lines("{}", await Self.records(lines.joined(separator: "\n"))) == lines)
    let pretty = "[\n  {\n    \"id\": 1,\n    \"s\": \"a b\\n \\\" c\"\n  },\n  2\n]"
    #expect(
      try Self.lines("{}", await Self.records(pretty)) == [#"{"id":1,"s":"a b\n \" c"}"#, "2"])
    let members = "{\"one\": {\n\"x\": 1}, \"two\": 2}"
    #expect(
      try Self.lines("{name}={}", await Self.records(members)) == [#"one={"x":1}"#, "two=2"])
    let cells = "id,name\n1,\"Miles, Davis\"\n007,\"say \"\"so\"\"\"\n"
    let rows = try await Self.records(cells, options: RecordOptions(hasHeader: true))
    #expect(try Self.lines("{}", rows) == [#"1,"Miles, Davis""#, #"007,"say ""so""""#])
    #expect(try Self.lines("{name}/{id}", rows) == ["Miles, Davis/1", "say \"so\"/007"])
  }

  @Test("insert fields of records that are displayed as truncated text")
  func large() async throws {
    let long = String(repeating: "x", count: 1 << 20)
    let large = #"{"id": 5, "long": "\#(long)", "last": [1]}"#
    let records = try await Self.records(large + "\n" + #"{"id": 6}"#, name: "large.ndjson")
    #expect((records.first as? Record)?.truncatedText != nil)
    #expect(try Self.lines("{id}{last}", records) == ["5[1]", "6"])
    #expect(try Self.lines("{}", records)[0].utf8.count > 1 << 20)
  }

  @Test(
    "report the number of the invalid character",
    arguments: [
      ("{id", "character 1: unmatched { (write {{ for a literal brace)"),
      ("é {a} {b", "character 7: unmatched { (write {{ for a literal brace)"),
      ("id}", "character 3: unmatched } (write }} for a literal brace)"),
      ("{a{b}", "character 3: { inside braces (close the first brace, or remove one)"),
    ])
  func faults(text: String, message: String) {
    let fault = #expect(throws: FormatTemplate.ParseError.self) { try FormatTemplate(text) }
    #expect(fault.map { "\($0)" } == message)
  }

  @Test("insert the properties of other models")
  func models() throws {
    struct Album: CellModel, Identifiable, Equatable {
      let id: Int
      let title: String
      let tags: [String]
      let note: String?
    }
    let item = Album(id: 3, title: "Blue", tags: ["a"], note: nil)
    let template = try FormatTemplate("{id} {title} {tags.0} {note}.")
    #expect(String(decoding: template.bytes(of: item), as: UTF8.self) == "3 Blue a .")
    #expect(
      String(decoding: ItemSerializer.json(of: item), as: UTF8.self)
        == #"{"id":3,"title":"Blue","tags":["a"],"note":null}"#)
  }

  // MARK: - Commands

  @Test("quote each item as one word of a command")
  func words() async throws {
    let hostile = [
      "it's", "$(touch x)", "`id`", "a\nb", "; rm -rf /", "-n", "*", "", "\\", "é\"\t",
    ]
    let lines = hostile.map { text in
      let json = CompactJSON.bytes(of: [.init(name: "w", value: .string(text))])
      return String(decoding: json, as: UTF8.self)
    }
    let records = try await Self.records(lines.joined(separator: "\n"))
    for place in ["{w}", "'{w}'", "\"{w}\"", "$(printf '%s\\0' {w} | head -c 0){w}"] {
      let command = try ShellTemplate("printf '%s\\0' \(place)").command(for: records)
      let pipe = try #require(popen(command, "r"))
      var bytes: [UInt8] = []
      while case let byte = fgetc(pipe), byte != EOF {
        bytes.append(UInt8(truncatingIfNeeded: byte))
      }
      #expect(pclose(pipe) == 0)
      let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      #expect(words.map { String(decoding: $0, as: UTF8.self) } == hostile, "\(place)")
    }
  }

  @Test(
    "throw an error if an item cannot be quoted",
    arguments: [
      "echo `cat {a}`", "echo \"${x:-{a}}\"", "echo $(( {a} ))",
      "echo $'{a}'", "echo x # it's {a}", "# {a}", "echo $[ {a} ]", "echo \"`cat {a}`\"",
    ])
  func refused(command: String) async throws {
    let records = try await Self.records("{\"a\": 1}\n{\"a\": 2}")
    #expect(throws: ShellTemplate.SubstitutionError.self) {
      try ShellTemplate(command).command(for: records)
    }
    let others = try await Self.records("{\"b\": 1}\n{\"b\": 2}")
    #expect(try ShellTemplate(command).command(for: others) == command)
  }

  @Test(
    "leave braces unchanged that do not name a field",
    arguments: [
      "echo ${HOME} ${a} {a,b} {1..3}x", "awk '{print $1; }' | { cat; }", "f() { :; }",
      "awk '{if($1){print}}'", "git show stash@{0}", "echo \\{a}", "echo {b}",
    ])
  func braces(command: String) async throws {
    let records = try await Self.records("{\"a\": 1}\n{\"a\": 2}")
    #expect(try ShellTemplate(command).command(for: records) == command)
    #expect(!ShellTemplate(command).hasPlaceholders(for: records))
    #expect(
      ShellTemplate("{}").hasPlaceholders(for: records)
        && ShellTemplate("'{a}'").hasPlaceholders(for: records))
    #expect(ShellTemplate("{}").hasItemPlaceholders && !ShellTemplate("{a}").hasItemPlaceholders)
  }
}
