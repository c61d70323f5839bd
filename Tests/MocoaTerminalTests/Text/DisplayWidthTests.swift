import Glibc
import Testing

@testable import MocoaTerminal

@Suite("Display widths")
struct DisplayWidthTests {
  @Test(
    "agree with the C library for every scalar",
    .enabled(if: libraryVersion() == "glibc 2.36", "the table is of another version"))
  func agreeWithTheCLibrary() throws {
    // The Swift module of the C library does not export wcwidth.
    typealias Width = @convention(c) (wchar_t) -> Int32
    let symbol = try #require(dlsym(nil, "wcwidth"))
    let wcwidth = unsafeBitCast(symbol, to: Width.self)
    let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
    let before = uselocale(locale)
    defer {
      _ = uselocale(before)
      freelocale(locale)
    }
    var differing: [UInt32] = []
    // The C library defines NUL as zero columns, but NUL is never printed.
    var value: UInt32 = 1
    while value <= 0x10FFFF {
      let expected = Int(wcwidth(wchar_t(value)))
      if DisplayWidth.columns(of: value) ?? -1 != expected { differing.append(value) }
      value = value == 0xD7FF ? 0xE000 : value + 1
    }
    #expect(differing == [])
  }

  @Test("of common scripts agree with the table")
  func shortcutAgreesWithTheTable() {
    let differing = (UInt32(0)...0xFFFF).filter {
      DisplayWidth.columns(of: $0) != DisplayWidth.tableColumns(of: $0)
    }
    #expect(differing == [])
  }

  @Test(
    "of scalars",
    arguments: [
      ("a", 1), ("é", 1), ("日", 2), ("한", 2), ("\u{301}", 0), ("👩", 2), ("\u{E000}", 1),
      ("\u{F0000}", 1), ("…", 1), ("─", 1), ("\u{1B}", nil), ("\u{378}", nil), ("\u{1FAE8}", nil),
    ] as [(Unicode.Scalar, Int?)])
  func ofScalars(scalar: Unicode.Scalar, columns: Int?) {
    #expect(DisplayWidth.columns(of: scalar) == columns)
  }

  @Test(
    "of characters equal the columns of their drawing",
    arguments: [("e\u{301}", 1), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("1️⃣", 1), ("\r\n", 2)] as [(Character, Int)])
  func ofCharacters(character: Character, columns: Int) {
    #expect(DisplayWidth.columns(of: character) == columns)
  }
}

/// Returns the name and version of the C library.
private func libraryVersion() -> String {
  var name = [CChar](repeating: 0, count: 64)
  let length = confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count)
  return String(decoding: name.prefix(max(1, length) - 1).map(UInt8.init), as: UTF8.self)
}
