import MocoaTerminal
import Testing

@Suite("A surface after any drawing")
struct CanvasPropertyTests {
  @Test("has only drawable scalars, for every scalar of a plane", arguments: UInt32(0)...16)
  func everyScalar(plane: UInt32) {
    let size = Size(columns: 1024, rows: 1)
    var seen: Set<UInt32> = []
    for start in stride(from: plane << 16, to: (plane + 1) << 16, by: 256) {
      var text = String.UnicodeScalarView()
      for value in start..<start + 256 {
        guard let scalar = Unicode.Scalar(value) else { continue }
        text.append(scalar)
        // Each mark gets a separate base, because a glyph holds only four.
        if DisplayWidth.columns(of: scalar) == 0 { text.append("x") }
      }
      let line = String(text)
      if plane > 3, plane != 14 {  // unassigned or private, and most of the scalars: a short check
        let count = start & 0xFFFF == 0xFF00 ? 254 : 256
        let expected =
          plane > 14
          ? String(text.prefix(count)) : String(repeating: "�", count: count)
        #expect(drawn(line, columns: 260) == expected + String(repeating: "▯", count: 256 - count))
        continue
      }
      let measured = Canvas.columns(of: line, atMost: .max)
      var surface = Surface(size: size)
      surface.draw { #expect($0.write(line, at: Point(column: 0, row: 0)) == measured) }
      if let violation = surface.invariantViolation() {
        Issue.record("from U+\(String(start, radix: 16)): \(violation)")
      }
      var last: Glyph?
      for column in 0..<measured where surface[column, 0] != last {
        let glyph = surface[column, 0]
        seen.formUnion(glyph.text.unicodeScalars.map(\.value))
        last = glyph
      }
    }
    #expect(seen.filter { Unicode.Scalar($0).map(isForbidden) ?? true } == [])
    // The scalars that are drawn as themselves, without replacements.
    let shown = seen.filter { $0 >> 16 == plane }.count
    switch plane {
    case 0: #expect(shown > 50_000)
    case 1, 2: #expect(shown > 15_000)
    case 3: #expect(shown > 4_000)
    default: #expect(shown == 0, "tags and variation selectors at most")
    }
  }

  private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .spacingMark:
      return true
    default:
      return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        || properties.isBidiControl || properties.isVariationSelector
        || properties.isEmojiModifier || (0x1F1E6...0x1F1FF).contains(scalar.value)
        || DisplayWidth.columns(of: scalar) == nil
    }
  }

  @Test("has as many columns as were measured, up to any limit", arguments: 0..<150)
  func measuredIsWritten(seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let text = numbers.awkwardText(pieces: 0..<20)
    let whole = Canvas.columns(of: text, atMost: .max)
    for limit in [0, 1, 2, 3, 7, whole - 1, whole, whole + 1] {
      let measured = Canvas.columns(of: text, atMost: limit)
      #expect(measured == max(0, min(whole, limit)))
      for truncation in [Canvas.Truncation.clip, .ellipsis] {
        var surface = Surface(size: Size(columns: 200, rows: 1))
        surface.draw { canvas in
          canvas.write(String(repeating: "~", count: 200), at: Point(column: 0, row: 0))
          let written = canvas.write(
            text, at: Point(column: 0, row: 0), limit: limit, truncation: truncation)
          #expect(written == measured)
        }
        let untouched = surface.rowText(0).reversed().prefix { $0 == "~" }.count
        #expect(untouched == 200 - measured)
      }
    }
  }

  @Test("keeps its invariants and changes only inside the rectangle", arguments: 0..<150)
  func clipping(seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let size = Size(columns: .random(in: 0...24, using: &numbers), rows: 4)
    let before = numbers.surface(size)
    let rect = numbers.rect(near: size)
    var after = before
    numbers.draw(on: &after, in: rect)
    #expect(after.invariantViolation() == nil)
    let visible = rect.intersection(Rect(size))
    for row in 0..<size.rows {
      for column in 0..<size.columns where before[column, row] != after[column, row] {
        if visible.rows.contains(row), visible.columns.contains(column) { continue }
        // Only the outer half of a wide glyph across the edge may change, to a blank.
        #expect(before[column, row].width != 1)
        #expect(after[column, row] == .blank(before[column, row].style))
        #expect(
          column + 1 == visible.columns.lowerBound || column == visible.columns.upperBound)
      }
    }
  }

  @Test("is unchanged if the drawing is repeated", arguments: 0..<100)
  func idempotence(seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let size = Size(columns: 20, rows: 3)
    var surface = numbers.surface(size)
    let rect = numbers.rect(near: size)
    var again = numbers
    numbers.draw(on: &surface, in: rect)
    let once = surface
    again.draw(on: &surface, in: rect)
    #expect(surface == once)
  }

  @Test("can be copied and resized completely", arguments: 0..<100)
  func copying(seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let size = Size(columns: 20, rows: 3)
    let source = numbers.surface(size)
    #expect(source.resized(to: size) == source)
    let other = Size(columns: .random(in: 0...30, using: &numbers), rows: 5)
    #expect(source.resized(to: other).invariantViolation() == nil)
    var target = numbers.surface(size)
    let (part, rect) = (numbers.rect(near: size), numbers.rect(near: size))
    target.draw(in: rect) { $0.copy(part, of: source, to: Point(column: 1, row: 0)) }
    #expect(target.invariantViolation() == nil)
  }
}
