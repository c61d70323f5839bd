import MocoaJSON
import MocoaModel

@testable import MocoaData

extension FuzzTarget {
  /// A target for JSON texts.
  ///
  /// simdjson and the scanner must agree, and a printed value must be read as the same value.
  static let json = FuzzTarget(name: "json") { bytes in
    let scanned = bytes.withUnsafeBytes { JSONScanner.firstError(in: $0) }
    let parsed: FieldValue?
    do throws(JSONError) {
      parsed = try JSON.parse(bytes)
    } catch {
      parsed = nil
      try expect(scanned == error, "the scanner says \(scanned as Any), the parser \(error)")
    }
    guard let parsed else { return }
    try expect(scanned == nil, "the scanner refuses what the parser takes: \(scanned as Any)")
    let printed = CompactJSON.bytes(of: parsed)
    // A double may be printed as an integer the first time.
    try expect(
      CompactJSON.bytes(of: try JSON.parse(printed)) == printed, "another value is: \(printed)")
    let line = CompactJSON.line(bytes)
    try expect(!line.contains { $0 == 10 || $0 == 13 }, "one value is several lines")
    try expect(try JSON.parse(line) == parsed, "another value is in one line")
    try bytes.withUnsafeBytes { buffer in
      var names: [String] = []
      JSONScanner.forEachChild(of: buffer) { child in
        if let key = child.key, case .string(let name)? = try? JSON.parse(Array(buffer[key])) {
          names.append(name)
        }
        return true
      }
      guard case .object(let fields) = parsed else { return }
      try expect(names == fields.map(\.name), "children are \(names), not those of \(fields)")
    }
  }

  /// A target for containers that arrive in pieces.
  ///
  /// The children must not depend on where the input is cut.
  static let split = FuzzTarget(name: "split") { bytes in
    let input = CutInput(bytes)
    for isSequence in [false, true] {
      let whole = Split(input.whole.isEmpty ? [] : [input.whole], isSequence: isSequence)
      let cut = Split(input.pieces, isSequence: isSequence)
      try expect(whole == cut, "cut: \(cut), whole: \(whole)")
      for child in whole.children {
        try expect(
          child.start <= child.value && child.value <= child.end && child.end <= input.whole.count,
          "a child out of bounds: \(child)")
      }
    }
    // The children of a valid container are its values or fields.
    guard !isDeep(input.whole), let value = try? JSON.parse(input.whole) else { return }
    let children = Split([input.whole], isSequence: false).children
    switch value {
    case .array(let values): try expect(children.count == values.count, "\(children.count) values")
    case .object(let fields): try expect(children.count == fields.count, "\(children.count) fields")
    default: break
    }
  }

  private static func isDeep(_ bytes: [UInt8]) -> Bool {
    bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } > JSON.maxDepth
  }

  private struct Split: Equatable {
    var children: [JSONSplit.Child]
    var offset: Int
    var isClosed: Bool
    var isWrong: Bool

    init(_ pieces: [[UInt8]], isSequence: Bool) {
      var split = JSONSplit(from: 0, isSequence: isSequence)
      var found: [JSONSplit.Child] = []
      for piece in pieces where !split.isClosed && !split.isInvalid {
        piece.withUnsafeBytes { split.read($0, into: &found) }
      }
      children = found
      (offset, isClosed, isWrong) = (split.offset, split.isClosed, split.isInvalid)
    }
  }
}
