extension Surface {
  /// Returns the first violated invariant in one line, or `nil` if the surface is valid.
  ///
  /// It is intended for tests.
  ///
  /// A wide glyph is followed by a continuation of its style, and a continuation follows a wide
  /// glyph. A glyph contains only scalars and marks that `ScalarRole` permits: they do not control
  /// the terminal, and their width is the width of the glyph.
  ///
  /// - Complexity: O(glyphs).
  public func invariantViolation() -> String? {
    guard glyphs.count == size.columns * size.rows else {
      return "\(glyphs.count) glyphs for \(size.columns)×\(size.rows)"
    }
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let isLast = column + 1 == size.columns
        let violation = Self.violation(
          in: self[column, row], before: column == 0 ? nil : self[column - 1, row],
          after: isLast ? nil : self[column + 1, row])
        if let violation { return "column \(column), row \(row): \(violation)" }
      }
    }
    return nil
  }

  private static func violation(in glyph: Glyph, before: Glyph?, after: Glyph?) -> String? {
    let scalar = glyph.scalar
    let width = glyph.width
    switch width {
    case 0:
      guard before?.width == 2 else { return "a continuation of nothing" }
      guard glyph == .continuation(glyph.style) else {
        return "a continuation with \(name(scalar))"
      }
      return nil
    case 1: break
    case 2:
      guard after == .continuation(glyph.style) else {
        return "\(name(scalar)) without continuation"
      }
    default: return "\(name(scalar)) of \(width) columns"
    }
    guard ScalarRole(of: scalar) == .base(scalar, columns: Int(width)) else {
      return "\(name(scalar)) as a glyph of \(width)"
    }
    let marks = glyph.marks
    guard marks != .zero else { return nil }
    var isOver = false
    for index in marks.indices {
      let mark = marks[index]
      guard mark == 0 || !isOver && ScalarRole(of: mark) == .mark else {
        return "mark \(name(mark)) in place \(index)"
      }
      isOver = mark == 0
    }
    return nil
  }

  private static func name(_ scalar: UInt32) -> String {
    "U+" + String(scalar, radix: 16, uppercase: true)
  }
}
