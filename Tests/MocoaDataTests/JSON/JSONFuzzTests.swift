import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData
@testable import MocoaJSON
@testable import MocoaStore

/// Tests that simdjson, the scanner and the parser of stored entities return the same result for
/// random texts.
@Suite struct JSONFuzzTests {
  static let scalars = [
    "null", "true", "false", "0", "-0", "1", "-12", "1.5", "1e400", "-2E-3", "0.0e+1",
    "9223372036854775808", "99999999999999999999999", #""""#, #""a""#, #""a\n\u00e9""#,
    #""\ud83d\ude00é""#, #""[,]{:}""#, #""\\\"""#,
  ]
  static let blanks = ["", "", "", " ", "\n", " \t\r\n"]

  private func text(_ random: inout SeededGenerator, depth: Int = 0) -> String {
    func blank() -> String { Self.blanks[random.below(Self.blanks.count)] }
    let choice = random.below(depth > 3 ? 2 : 4)
    guard choice > 1 else { return Self.scalars[random.below(Self.scalars.count)] }
    let children = (0..<random.below(4)).map { index in
      let name = choice == 2 ? "" : "\"k\(index)\"" + blank() + ":" + blank()
      return blank() + name + text(&random, depth: depth + 1) + blank()
    }
    let joined = children.isEmpty ? blank() : children.joined(separator: ",")
    return choice == 2 ? "[\(joined)]" : "{\(joined)}"
  }

  private func mutate(_ text: inout [UInt8], _ random: inout SeededGenerator) {
    let byte = JSONSamples.bytes[random.below(JSONSamples.bytes.count)]
    let place = random.below(text.count + 1)
    switch random.below(4) {
    case 0: text.insert(byte, at: place)
    case 1 where place < text.count: text.remove(at: place)
    case 2 where place < text.count: text[place] = byte
    default: text.removeSubrange(min(place, text.count)...)
    }
  }

  private func disagreement(_ text: [UInt8]) -> String? {
    text.withUnsafeBytes { buffer in
      let ours = JSONScanner.firstError(in: buffer)
      let theirs = validationError(of: text)
      let parsed = error(of: text)
      if theirs == ours, parsed == ours {
        // Stored entities have a separate parser.
        let value = try? JSON.parse(text)
        let stored = try? JSONReader.value(of: text)
        return value == stored
          ? nil : "\(String(decoding: text, as: UTF8.self).debugDescription): not the same value"
      }
      let shown = String(decoding: text, as: UTF8.self)
      return "\(shown.debugDescription): \(ours?.description ?? "valid") against "
        + "\(theirs?.description ?? "valid") and \(parsed?.description ?? "valid")"
    }
  }

  @Test("simdjson and the scanner accept and reject the same texts", arguments: 1...4)
  func agreement(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var accepted = 0
    var disagreements: [String] = []
    for _ in 0..<1500 {
      var bytes = Array(text(&random).utf8)
      for round in 0..<4 {
        if round > 0 { mutate(&bytes, &random) }
        if let found = disagreement(bytes) { disagreements.append(found) }
        accepted += error(of: bytes) == nil ? 1 : 0
      }
    }
    #expect(disagreements.prefix(10) == [])
    #expect(accepted > 1500 && accepted < 6000)
  }

  @Test("simdjson and the scanner agree on all short texts of special bytes")
  func exhaustive() {
    var disagreements: [String] = []
    let letters = Array("\"[]{}:,1-.e0\\u \u{1}".utf8)
    for first in letters {
      for second in letters {
        for third in letters {
          let text = [first, second, third]
          if let found = disagreement(text) { disagreements.append(found) }
        }
      }
    }
    #expect(disagreements.prefix(10) == [])
  }

  @Test("the children of a container match the parsed value")
  func children() throws {
    var random = SeededGenerator(seed: 77)
    for _ in 0..<2000 {
      let bytes = Array((" " + text(&random) + "\n").utf8)
      let value = try JSON.parse(bytes)
      bytes.withUnsafeBytes { buffer in
        #expect((JSONScanner.container(of: buffer) != nil) == value.isContainer)
        var fields: [FieldValue.Field] = []
        var items: [FieldValue] = []
        JSONScanner.forEachChild(of: buffer) { child in
          let item = parsed(buffer, child.value)
          if let key = child.key {
            fields.append(
              .init(name: parsed(buffer, key)?.scalarString ?? "?", value: item ?? .null))
          } else {
            items.append(item ?? .string("not parsed"))
          }
          return true
        }
        switch value {
        case .array(let expected): #expect(items == expected)
        case .object(let expected): #expect(fields == expected)
        default: #expect(items.isEmpty && fields.isEmpty)
        }
      }
    }
  }

  private func parsed(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> FieldValue? {
    try? JSON.parse(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }
}
