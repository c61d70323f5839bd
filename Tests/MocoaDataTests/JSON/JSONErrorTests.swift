import MocoaJSON
import Testing

@testable import MocoaData

/// Tests of the error messages for text that is not JSON.
@Suite struct JSONErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var error: String

    var testDescription: String { error }

    init(_ text: String, _ error: String) {
      self.text = text
      self.error = error
    }
  }

  static let cases = [
    Case("", "empty text at line 1, column 1"),
    Case(" \n\t", "empty text at line 1, column 1"),
    Case("abc", "expected a value, found 'a' at line 1, column 1"),
    Case("{\"a\":1,\n \"b\" 2}", "expected ':' after the name, found '2' at line 2, column 6"),
    Case("[1, 2", "expected ',' or ']', found end of text at line 1, column 6"),
    Case("{\"a\": 1", "expected ',' or '}', found end of text at line 1, column 8"),
    Case("{\"a\": 1]", "expected ',' or '}', found ']' at line 1, column 8"),
    Case("[1}", "expected ',' or ']', found '}' at line 1, column 3"),
    Case("[1,]", "expected a value, found ']' at line 1, column 4"),
    Case("[", "expected a value or ']', found end of text at line 1, column 2"),
    Case("[,", "expected a value or ']', found ',' at line 1, column 2"),
    Case("{", "expected a name or '}', found end of text at line 1, column 2"),
    Case("{a:1}", "expected a name or '}', found 'a' at line 1, column 2"),
    Case("{\"a\":1,}", "expected a name, found '}' at line 1, column 8"),
    Case("[1] 2", "unexpected text after the value at line 1, column 5"),
    Case("1 2", "unexpected text after the value at line 1, column 3"),
    Case("1,2", "unexpected text after the value at line 1, column 2"),
    Case("[1],[2]", "unexpected text after the value at line 1, column 4"),
    Case("1]", "unexpected text after the value at line 1, column 2"),
    Case("]", "expected a value, found ']' at line 1, column 1"),
    Case("\"abc", "unfinished string at line 1, column 1"),
    Case("[\"abc\\", "unfinished string at line 1, column 2"),
    Case("\"a\u{1}b\"", "control character U+0001 in a string at line 1, column 3"),
    Case("\"a\nb\"", "control character U+000A in a string at line 1, column 3"),
    Case("\"\\x\"", "expected an escape character after '\\', found 'x' at line 1, column 3"),
    Case("\"\\u12g4\"", "expected a hexadecimal digit, found 'g' at line 1, column 6"),
    Case("\"\\ud800\"", "half a surrogate pair in a string at line 1, column 2"),
    Case("\"\\ud800\\u0041\"", "half a surrogate pair in a string at line 1, column 2"),
    Case("[\"\\udc00\"]", "half a surrogate pair in a string at line 1, column 3"),
    Case("01", "leading zero at line 1, column 1"),
    Case("[-012]", "leading zero at line 1, column 3"),
    Case("-", "expected a digit after '-', found end of text at line 1, column 2"),
    Case("[1.]", "expected a digit after '.', found ']' at line 1, column 4"),
    Case("[1e+]", "expected a digit of the exponent, found ']' at line 1, column 5"),
    Case("[.5]", "expected a value or ']', found '.' at line 1, column 2"),
    Case("[1x]", "expected ',' or ']', found 'x' at line 1, column 3"),
    Case("[nul]", "expected 'null', found ']' at line 1, column 5"),
    Case("[truex]", "expected ',' or ']', found 'x' at line 1, column 6"),
    Case("\u{FEFF}{}", "expected a value, found U+FEFF at line 1, column 1"),
    Case("[\u{E9}]", "expected a value or ']', found U+00E9 at line 1, column 2"),
    Case("[\u{0}]", "expected a value or ']', found U+0000 at line 1, column 2"),
    Case("{}\n\n  x", "unexpected text after the value at line 3, column 3"),
  ]

  @Test("an error contains the expected text, the actual text and the location", arguments: cases)
  func message(_ test: Case) {
    #expect(error(of: Array(test.text.utf8))?.description == test.error)
    #expect(test.error.utf8.allSatisfy { 0x20..<0x7F ~= $0 })
  }

  @Test(
    "an error locates bytes that are not UTF-8",
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22],
      [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x20, 0xE2, 0x82], [0x5B, 0xFE, 0x5D],
    ] as [[UInt8]])
  func invalidUTF8(_ bytes: [UInt8]) {
    #expect(error(of: bytes)?.reason == "invalid UTF-8")
    #expect(error(of: bytes)?.offset == 1)
  }

  @Test("the offset of an error is in bytes")
  func offset() throws {
    let found = try #require(error(of: Array("[\"é\",\n  x]".utf8)))
    #expect((found.offset, found.line, found.column) == (9, 2, 3))
  }

  @Test("validation and parsing throw the same error")
  func validation() {
    for test in Self.cases {
      let bytes = Array(test.text.utf8)
      #expect(validationError(of: bytes) == error(of: bytes))
    }
  }
}

/// Returns the error that parsing throws.
func error(of bytes: [UInt8]) -> JSONError? {
  do throws(JSONError) {
    _ = try JSON.parse(bytes)
    return nil
  } catch {
    return error
  }
}

/// Returns the error that validation throws.
func validationError(of bytes: [UInt8]) -> JSONError? {
  bytes.withUnsafeBytes { buffer in
    do throws(JSONError) {
      try JSON.validate(buffer)
      return nil
    } catch {
      return error
    }
  }
}
