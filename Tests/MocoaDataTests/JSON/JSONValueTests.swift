import MocoaJSON
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

/// Tests of parsed JSON values.
@Suite struct JSONValueTests {
  private func value(_ text: String) throws -> FieldValue { try JSON.parse(Array(text.utf8)) }

  @Test(
    "integers and fractions keep their value",
    arguments: [
      ("0", .int(0)), ("-1", .int(-1)),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
      ("9223372036854775808", .decimal("9223372036854775808")),
      ("18446744073709551615", .decimal("18446744073709551615")),
      ("18446744073709551616", .decimal("18446744073709551616")),
      ("-9223372036854775809", .decimal("-9223372036854775809")),
      ("123456789012345678901234567890", .decimal("123456789012345678901234567890")),
      ("1.5", .double(1.5)), ("-0.001", .double(-0.001)), ("477.25", .double(477.25)),
    ] as [(String, FieldValue)])
  func number(text: String, expected: FieldValue) throws {
    #expect(try value(text) == expected)
    #expect(try value(" [ \(text) ] ") == .array([expected]))
    #expect(try value("{\"n\":\(text)}") == .object([.init(name: "n", value: expected)]))
  }

  @Test(
    "numbers that a double formats differently keep their digits",
    arguments: [
      "-0", "-0.0", "477.0", "1e3", "1E+05", "0.10", "1e0", "5e-324", "0.00001", "0.0001",
      "1.7976931348623157e308", "1e400", "-1.5E999", "1e-400", "0.00000000000000000000", "0e-999",
      "-0.3000000000000000000000e1", "123456789012345678901.5", "0.1234567890123456789012345",
      "9007199254740993.0", "-9223372036854775808.0", "3.14159265358979323846",
      "100000000000000000000",
    ])
  func digits(text: String) throws {
    #expect(try value(text).scalarString == text)
    #expect(try value("[\(text)]").description == "[\(text)]")
    #expect(try value("{\"n\":\(text)}").description == "{\"n\": \(text)}")
  }

  @Test("random fractions keep their digits")
  func fractions() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<5000 {
      let digits = (0...random.below(25)).map { _ in String(random.below(10)) }.joined()
      let zeros = String(repeating: "0", count: random.below(3) * random.below(12))
      let whole = random.below(2) == 0 ? "0" : String(random.next() >> random.next() % 64)
      let exponent = random.below(2) == 0 ? "" : "e\(random.below(640) - 320)"
      let text = "\(whole).\(zeros)\(digits)\(exponent)"
      let found = try value(text)
      #expect(found.scalarString == text)
      switch found {
      case .double(let number): #expect(number == Double(text), "\(text)")
      case .decimal: break
      default: Issue.record("\(text) is neither")
      }
    }
  }

  @Test("names repeat and keep their order")
  func names() throws {
    let expected = FieldValue.object([
      .init(name: "b", value: .int(1)), .init(name: "a", value: .null),
      .init(name: "b", value: .bool(true)), .init(name: "", value: .bool(false)),
    ])
    #expect(try value(#"{"b":1,"a":null,"b":true,"":false}"#) == expected)
  }

  @Test("strings and names are unescaped")
  func strings() throws {
    #expect(
      try value(#""a\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00é😀\u0000""#)
        == .string("a\"\\/\u{8}\u{C}\n\r\tAé😀é😀\u{0}"))
    #expect(try value(#"{"\u0061":"x"}"#) == .object([.init(name: "a", value: .string("x"))]))
  }

  @Test("containers nest")
  func nesting() throws {
    #expect(
      try value(" [[],{},[{\"a\":[1]}]]\n")
        == .array([
          .array([]), .object([]),
          .array([.object([.init(name: "a", value: .array([.int(1)]))])]),
        ]))
  }

  @Test("nesting deeper than 1,024 levels is an error", arguments: [1023, 1024, 1025, 10_000])
  func depth(_ levels: Int) throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let inner = open == "[" ? "" : "1"
      let text =
        String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
      let bytes = Array(text.utf8)
      if levels <= 1024 {
        #expect(try JSON.parse(bytes).isContainer)
        #expect(validationError(of: bytes) == nil)
      } else {
        let expected = JSONError(
          offset: 1024 * open.utf8.count, line: 1, column: 1024 * open.utf8.count + 1,
          reason: "nested deeper than 1,024 levels")
        #expect(error(of: bytes) == expected)
        #expect(validationError(of: bytes) == expected)
      }
      // Incomplete text has the same depth.
      let unfinished = error(of: Array(bytes.prefix(levels * open.utf8.count)))
      #expect((unfinished?.reason == "nested deeper than 1,024 levels") == (levels > 1024))
    }
  }

  @Test("the versions of the libraries are available")
  func versions() {
    #expect(LinkedLibraries.sqlite.hasPrefix("3."))
    #expect(LinkedLibraries.simdjson.split(separator: ".").count == 3)
  }
}
