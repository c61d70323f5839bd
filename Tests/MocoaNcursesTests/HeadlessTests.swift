import CNcurses
import Glibc
import Testing

@testable import MocoaNcurses
@testable import MocoaTerminal

/// Tests of the window of curses without a terminal.
@Suite(.serialized) @MainActor
struct HeadlessTests {
  private func withBackend(
    type: String = "xterm-256color", _ size: Size, _ body: (NcursesBackend) throws -> Void
  ) throws {
    let descriptor = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    mocoa_use_utf8()
    unsetenv("NO_COLOR")
    let backend = NcursesBackend(terminal: "/dev/null")
    #expect(backend.openScreen(type: type, input: descriptor, output: descriptor))
    defer { backend.close() }
    backend.fit(to: size)
    #expect(backend.size == size)
    try body(backend)
  }

  private func whole(_ size: Size) -> [Damage] {
    (0..<size.rows).map { Damage(row: $0, columns: 0..<size.columns) }
  }

  /// Returns the text, the attributes and the pair at a point.
  private func cell(_ column: Int, _ row: Int) -> (text: String, attr_t, pair: Int32) {
    var cell = cchar_t()
    var text = [wchar_t](repeating: 0, count: 10)
    var attributes = attr_t(0)
    var (short, pair) = (Int16(0), Int32(0))
    mvwin_wch(mocoa_stdscr(), Int32(row), Int32(column), &cell)
    getcchar(&cell, &text, &attributes, &short, &pair)
    let scalars = text.prefix { $0 != 0 }.compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
    return (scalars.map(String.init).joined(), attributes, pair)
  }

  @Test func marksColoursAndAttributesAreKept() throws {
    let size = Size(columns: 10, rows: 2)
    try withBackend(size) { backend in
      var surface = Surface(size: size)
      let marks = SIMD4<UInt32>(0x301, 0x302, 0x303, 0x304)
      surface.glyphs[9] = Glyph(
        scalar: 0x65, marks: marks, style: Style(foreground: 200, background: 17, .bold), width: 1)
      backend.present(surface, damage: whole(size), cursor: nil)
      let (text, attributes, pair) = cell(9, 0)
      #expect(text == "e\u{301}\u{302}\u{303}\u{304}")
      #expect(attributes & mocoa_bold != 0)
      #expect(pair == 1)
      var (foreground, background) = (Int32(0), Int32(0))
      #expect(extended_pair_content(1, &foreground, &background) == OK)
      #expect((foreground, background) == (200, 17))
    }
  }

  @Test func damageOutsideIsLeftOutAndAHalfWideGlyphIsTakenWhole() throws {
    let size = Size(columns: 6, rows: 2)
    try withBackend(size) { backend in
      var surface = Surface(size: Size(columns: 9, rows: 4))
      surface.glyphs[1] = Glyph(scalar: 0x65E5, style: .plain, width: 2)
      surface.glyphs[2] = .continuation(.plain)
      let runs = [
        Damage(row: 0, columns: 2..<9), Damage(row: 3, columns: 0..<3),
        Damage(row: -1, columns: 0..<3), Damage(row: 1, columns: 7..<9),
      ]
      backend.present(surface, damage: runs, cursor: Point(column: 90, row: -4))
      #expect(cell(1, 0).text == "日")
    }
  }

  @Test func noScalarEverMovesItsNeighbour() throws {
    let size = Size(columns: 200, rows: 100)
    let scalars = Array(0..<0x2_0000) + Array(0xE_0000..<0xE_0200)
    try withBackend(size) { backend in
      for width in [1, 2] {
        var rest = scalars[...]
        while !rest.isEmpty {
          var surface = Surface(size: size)
          let each = width + 1
          let perRow = size.columns / each
          let batch = rest.prefix(perRow * size.rows)
          rest = rest.dropFirst(batch.count)
          for (place, scalar) in batch.enumerated() {
            let start = place / perRow * size.columns + place % perRow * each
            surface.glyphs[start] = Glyph(
              scalar: UInt32(scalar), style: .plain, width: UInt8(width))
            if width == 2 { surface.glyphs[start + 1] = .continuation(.plain) }
            surface.glyphs[start + width] = Glyph(scalar: 0x7C, style: .plain, width: 1)
          }
          backend.present(surface, damage: whole(size), cursor: nil)
          for (place, scalar) in batch.enumerated() {
            let (row, column) = (place / perRow, place % perRow * each)
            if cell(column + width, row).text != "|" {
              Issue.record("U+\(String(scalar, radix: 16)) of \(width) moved its neighbour")
            }
          }
        }
      }
    }
  }

  @Test(arguments: ["vt100", "screen", "linux", "xterm-256color", "dumb"])
  func anyNumberOfStylesIsDrawnOnAnyTerminal(type: String) throws {
    let size = Size(columns: 120, rows: 40)
    try withBackend(type: type, size) { backend in
      for round in 0..<20 {
        var surface = Surface(size: size)
        for place in surface.glyphs.indices {
          let style = Style(
            foreground: .palette(UInt8((place * 7 + round) % 256)),
            background: .palette(UInt8(place / 13 % 256)),
            Style.Attributes(rawValue: UInt8(place % 32)))
          surface.glyphs[place] = Glyph(scalar: 0x78, style: style, width: 1)
        }
        backend.present(surface, damage: whole(size), cursor: nil)
        #expect(cell(119, 39).text == "x")
      }
    }
  }

  @Test func colorsFallBackWhenPairsRunOut() throws {
    // Each glyph has a different color, which requires more than the 32,767 pairs.
    func colored(_ size: Size, from start: Int = 0) -> Surface {
      var surface = Surface(size: size)
      for place in surface.glyphs.indices {
        let number = start + place
        let style = Style(
          foreground: .palette(UInt8(number % 256)),
          background: .palette(UInt8(number / 256 % 256)))
        surface.glyphs[place] = Glyph(scalar: 0x78, style: style, width: 1)
      }
      return surface
    }
    let size = Size(columns: 256, rows: 160)
    try withBackend(size) { backend in
      backend.present(colored(size), damage: whole(size), cursor: nil)
      #expect(cell(255, 159).text == "x" && cell(255, 159).pair == 0)
      #expect(cell(0, 0).pair != 0)
    }
    let half = Size(columns: 256, rows: 80)
    try withBackend(half) { backend in
      for round in 0..<3 {
        backend.present(
          colored(half, from: round * 20_480), damage: whole(half), cursor: nil)
        #expect(cell(255, 79).text == "x" && cell(255, 79).pair != 0)
      }
    }
  }

  @Test func aContinuationWithoutItsFirstHalfIsABlank() throws {
    let size = Size(columns: 4, rows: 1)
    try withBackend(size) { backend in
      var surface = Surface(size: size)
      surface.glyphs[0] = .continuation(.plain)
      surface.glyphs[1] = Glyph(scalar: 0x78, style: .plain, width: 1)
      backend.present(surface, damage: whole(size), cursor: nil)
      #expect(cell(0, 0).text == " " && cell(1, 0).text == "x")
    }
  }

  @Test func aTypeThatCursesDoesNotKnowOpensNoScreen() {
    let backend = NcursesBackend(terminal: "/dev/null")
    #expect(!backend.openScreen(type: "bogus", input: 0, output: 1))
    #expect(!backend.isOpen)
  }

  @Test func theMouseIsOnlyOnWhereThereIsOne() throws {
    for (type, isThere) in [("xterm-256color", true), ("linux", false), ("vt100", false)] {
      try withBackend(type: type, Size(columns: 4, rows: 1)) { backend in
        #expect(backend.isMouseOn == isThere)
        backend.isMouseOn = false
        #expect(!backend.isMouseOn)
        backend.isMouseOn = true
        #expect(backend.isMouseOn == isThere)
        // No mode was set, because the test has no terminal.
        #expect(backend.modes == [])
      }
    }
  }

  @Test func whatCursesWritesIsCollectedAndTheStreamLeadsBack() throws {
    let frames = try #require(FrameCapture())
    defer { frames.close() }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let stream = dup(ends[1])
    defer { close(stream) }
    for text in ["first", "", String(repeating: "long ", count: 100_000)] {
      let bytes = frames.collect(from: stream, of: ends[1]) {
        // In two writes, like curses.
        let bytes = Array(text.utf8)
        writeAll(Array(bytes.prefix(bytes.count / 2)), to: stream)
        writeAll(Array(bytes.dropFirst(bytes.count / 2)), to: stream)
      }
      #expect(bytes == Array(text.utf8))
    }
    writeAll([1, 2], to: stream)
    var read = [UInt8](repeating: 0, count: 8)
    #expect(Glibc.read(ends[0], &read, 8) == 2 && read.prefix(2) == [1, 2])
  }

  @Test func aTerminalThatTakesItsTimeGetsAllTheSame() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (from, to) = (ends[0], ends[1])
    _ = fcntl(to, F_SETFL, O_NONBLOCK)
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0) }
    let reading = Task.detached {
      var all: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = read(from, &buffer, buffer.count), count > 0 {
        all += buffer[..<count]
      }
      return all
    }
    writeAll(bytes, to: to)
    close(to)
    #expect(await reading.value == bytes)
    close(from)
    // A closed descriptor accepts no bytes, and does not block.
    writeAll(bytes, to: -1)
  }

  @Test func oneBackendCanFollowAnother() throws {
    for _ in 0..<5 {
      try withBackend(Size(columns: 30, rows: 5)) { backend in
        backend.present(
          Surface(size: backend.size), damage: whole(backend.size), cursor: nil)
      }
    }
  }
}
