import Testing

@testable import MocoaBrowser

@Suite("Sizes in bytes")
struct ByteSizeTests {
  @Test("are parsed from bytes or from a number with a unit")
  func words() {
    let words = [
      "1048576", "512M", "2G", "1024K", "1M", "1048575", "1K", "", "M", "-1M", "9999999T",
    ]
    #expect(
      words.map { ByteSize.bytes($0) }
        == [1 << 20, 512 << 20, 2 << 30, 1 << 20, 1 << 20, nil, nil, nil, nil, nil, nil])
  }
}
