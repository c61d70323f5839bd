/// The widths of scalars and grapheme clusters in columns, as terminals count them.
///
/// The rules are those of UAX #11 and UTS #51, and do not use the tables of the product. In kitty,
/// WezTerm and Ghostty, a cluster is as wide as its base, or two columns wide if it is shown as an
/// emoji. Scalars that join the base have no columns.
enum CountedWidth {
  static func columns(of cluster: String) -> Int {
    let scalars = cluster.unicodeScalars
    guard let base = scalars.first else { return 0 }
    if (0x1F1E6...0x1F1FF).contains(base.value) { return 2 }
    if base.properties.isEmoji {
      if scalars.contains("\u{FE0F}") { return 2 }
      if scalars.contains("\u{FE0E}") { return 1 }
    }
    return columns(of: base)
  }

  static func columns(of base: Unicode.Scalar) -> Int {
    let properties = base.properties
    switch properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    case .format: return base == "\u{AD}" ? 1 : 0
    default: break
    }
    switch base.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    case 0x1F1E6...0x1F1FF: return 1
    default: break
    }
    if properties.isDefaultIgnorableCodePoint { return 0 }
    return properties.isEmojiPresentation || isWide(base.value) ? 2 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    wide.contains { $0.contains(value) }
  }

  /// The scalars that are Wide or Fullwidth in Unicode 16, without emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
    0x3041...0x3247, 0x3250...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
    0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
