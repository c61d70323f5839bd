internal import MocoaModel

extension CompactJSON {
  /// Returns valid JSON on one line.
  ///
  /// If the JSON has several lines, the whitespace between its tokens is removed.
  static func line(_ json: [UInt8]) -> [UInt8] {
    json.contains { $0 == 0x0A || $0 == 0x0D } ? compact(json) : json
  }

  private static func compact(_ json: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(json.count)
    var isInString = false
    var isEscaped = false
    for byte in json {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte.isJSONBlank {
        continue
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      }
      line.append(byte)
    }
    return line
  }
}
