import MocoaData
import MocoaJSON
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Locations in a JSON text")
struct JSONSourceMapTests {
  static let text = """
    {
      "a": [1, {"b" : "x\\"}y\\u00e9\\ud83d\\ude00éz"}],
      "c": {"d": true, "d": false},
      "": null,
      "\\u0061": 5
    }
    """

  private func place(
    _ tokens: [String], isName: Bool = false, scalar: Int? = nil
  ) -> String {
    let place = JSONSourceMap(Array(Self.text.utf8)).location(
      of: tokens, isName: isName, scalarOffset: scalar)
    return "\(place.line):\(place.column)"
  }

  @Test("are those of the requested value or name")
  func places() {
    #expect(place([]) == "1:1")
    #expect(place(["c"]) == "3:8")
    #expect(place(["c"], isName: true) == "3:3")
    #expect(place(["c", "d"]) == "3:25", "of repeated names the last")
    #expect(place(["", ""]) == "4:7", "the last that is there")
    #expect(place(["a"]) == "5:13", "an escaped name is the same name, and the last of them")
  }

  @Test("lead into arrays and strings with escapes")
  func inside() {
    let bytes = Array(#"[[1, "x"], {"b" : "x\"}y\u00e9\ud83d\ude00éz"}]"#.utf8)
    let places = JSONSourceMap(bytes)
    func column(_ tokens: [String], _ scalar: Int? = nil) -> Int {
      places.location(of: tokens, scalarOffset: scalar).column
    }
    #expect(column(["0", "1"]) == 6)
    #expect(column(["1", "b"]) == 19)
    // The characters x " } y é 😀 é z.
    #expect((0...8).map { column(["1", "b"], $0) } == [20, 21, 23, 24, 25, 31, 43, 45, 46])
    #expect(column(["1", "b"], 100) == 46)
    #expect(column(["0", "0"], 3) == 3, "a number has no characters")
  }

  @Test("of many members are found with one scan of the text")
  func many() {
    let members = (0..<20_000).map { #"  "kind\#($0)": {"row": "{x}"}"# }
    let bytes = Array(("{\n" + members.joined(separator: ",\n") + "\n}").utf8)
    let places = JSONSourceMap(bytes)
    // One scan for each member would read 10 GB.
    for number in 0..<20_000 {
      let place = places.location(of: ["kind\(number)", "row"])
      guard place.line == number + 2 else {
        Issue.record("kind\(number): line \(place.line)")
        return
      }
    }
  }

  @Test("are found in deeply nested text")
  func deep() {
    let depth = 200_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let places = JSONSourceMap(Array(text.utf8))
    #expect(places.location(of: Array(repeating: "0", count: 1000)).column == 1001)
  }

  @Test("in invalid text are valid line and column numbers", arguments: 0..<50)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let signs = Array("{}[]\",:\\u 1a".utf8) + [0, 0xF0, 0xFF]
    for _ in 0..<200 {
      let count = Int.random(in: 0...24, using: &generator)
      let bytes = (0..<count).map { _ in signs.randomElement(using: &generator) ?? 0 }
      let places = JSONSourceMap(bytes)
      for tokens in [[], ["a"], ["0"], ["a", "0", ""]] {
        let place = places.location(of: tokens, scalarOffset: 3)
        #expect(place.line >= 1 && place.column >= 1)
      }
    }
  }
}
