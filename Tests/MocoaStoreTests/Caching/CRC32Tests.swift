import CZlib
import MocoaTestSupport
import Testing

@testable import MocoaStore

@Suite("CRC-32")
struct CRC32Tests {
  @Test("is the checksum of zlib, also if the bytes are given in parts")
  func sameAsZlib() {
    var random = SeededGenerator(seed: 8)
    for count in Array(0...40) + [255, 1000, 4097] {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let expected = UInt32(crc32_z(0, bytes, bytes.count))
      let split = random.below(count + 1)
      bytes.withUnsafeBytes { bytes in
        #expect(CRC32.updated(0, with: bytes) == expected)
        let first = UnsafeRawBufferPointer(rebasing: bytes[..<split])
        let rest = UnsafeRawBufferPointer(rebasing: bytes[split...])
        #expect(CRC32.updated(CRC32.updated(0, with: first), with: rest) == expected)
      }
    }
  }
}
