/// The checksum CRC-32, as in gzip and PNG.
enum CRC32 {
  /// The number of bytes that one step of the computation processes.
  private static let width = 8

  /// The checksums of each byte value followed by zero bytes: 256 entries for each count of zero
  /// bytes from 0 to 7.
  private static let tables: [UInt32] = {
    var tables = (0..<256 as Range<UInt32>).map { byte in
      (0..<8).reduce(byte) { rest, _ in rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320 }
    }
    for place in 256..<256 * width {
      let before = tables[place - 256]
      tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
    }
    return tables
  }()

  /// Returns the checksum of some bytes followed by more bytes.
  ///
  /// - Parameters:
  ///   - sum: The checksum of the first bytes, or 0 if there are none.
  ///   - bytes: The bytes that follow them.
  static func updated(_ sum: UInt32, with bytes: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var rest = ~sum
      var place = 0
      while place + width <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        var mixed = UInt64(littleEndian: word) ^ UInt64(rest)
        rest = 0
        var table = 256 * width
        while table > 0 {
          table &-= 256
          rest ^= tables[table &+ Int(truncatingIfNeeded: mixed & 0xFF)]
          mixed &>>= 8
        }
        place += width
      }
      while place < bytes.count {
        let byte = UInt8(truncatingIfNeeded: rest) ^ bytes[place]
        rest = rest &>> 8 ^ tables[Int(byte)]
        place += 1
      }
      return ~rest
    }
  }
}
