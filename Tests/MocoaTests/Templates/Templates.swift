import Mocoa
import MocoaModel
import MocoaTestSupport

/// A sample record for templates.
let sample = SampleRecord([
  "id": 7, "name": "Kind of Blue", "year": 1959, "size": 1_572_864, "price": .double(1234.5),
  "share": .double(0.256), "sold": .bool(true), "empty": "", "nothing": .null,
  "date": "1959-08-17", "moment": "2026-11-21T14:03:05+09:00", "epoch": .int(1_763_733_785),
  "by": .object([
    .init(name: "name", value: "Miles Davis"), .init(name: "first name", value: "Miles"),
  ]),
  "tracks": .array([
    .object([.init(name: "title", value: "So What")]),
    .object([.init(name: "title", value: "Blue in Green")]),
  ]),
  "plays": .array([1, 2, 3, 8]), "tags": .array(["jazz", "modal"]),
])

extension LineTemplate {
  /// Returns the line of the sample as text, with two spaces between parts and `>>` before the
  /// right end.
  func text(_ record: SampleRecord = sample) -> String {
    let line = line(of: record)
    let (leading, trailing) = (Self.joined(line.leading), Self.joined(line.trailing))
    return trailing.isEmpty ? leading : "\(leading) >> \(trailing)"
  }

  private static func joined(_ spans: [TextContent.Span]) -> String {
    spans.enumerated().reduce("") { text, element in
      text + (element.offset == 0 || element.element.isJoined ? "" : "  ") + element.element.text
    }
  }
}

/// Returns the text of a template for the sample.
func line(_ template: String) throws -> String { try LineTemplate(template).text() }
