public import MocoaTerminal

/// A picture of a surface in SVG format.
///
/// Equal surfaces have equal bytes.
///
/// Every piece of text has the width of its columns in all fonts, so that columns are aligned.
public struct SurfaceSVG {
  /// The content of the SVG file.
  public let text: String

  // In SVG units. Most monospaced fonts have a width of three fifths of their size.
  private static let (fontSize, width, height, margin) = (15, 9, 18, 12)

  // The colors if a style has none.
  private static let (ink, ground) = ("#d4d4d4", "#1b1d23")

  /// Creates the picture of a surface.
  ///
  /// - Parameters:
  ///   - surface: The surface.
  ///   - title: The alternative text of the picture.
  public init(_ surface: Surface, title: String) {
    let width = surface.size.columns * Self.width + 2 * Self.margin
    let height = surface.size.rows * Self.height + 2 * Self.margin
    let head = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" "#
        + #"width="\#(width)" height="\#(height)" role="img">"#,
      "<title>\(Self.escaped(title))</title>",
      #"<rect width="\#(width)" height="\#(height)" rx="8" fill="\#(Self.ground)"/>"#,
      #"<g font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" "#
        + #"font-size="\#(Self.fontSize)" transform="translate(\#(Self.margin) \#(Self.margin))">"#,
    ]
    let lines = head + surface.runs.flatMap(Self.lines) + ["</g>", "</svg>"]
    text = lines.map { "\($0)\n" }.joined()
  }

  private static func lines(of run: SurfaceRun) -> [String] {
    let attributes = run.style.attributes
    var ink = run.style.foreground?.svgName ?? ink
    var ground = run.style.background?.svgName
    if attributes.contains(.reverse) { (ink, ground) = (ground ?? Self.ground, ink) }
    var look = #"fill="\#(ink)""#
    if attributes.contains(.dim) { look += #" fill-opacity=".6""# }
    let y = run.row * height
    let place = #"<rect x="\#(run.column * width)" width="\#(run.columns * width)""#
    var lines: [String] = []
    if let ground { lines.append(#"\#(place) y="\#(y)" height="\#(height)" fill="\#(ground)"/>"#) }
    if attributes.contains(.underline) {
      lines.append(#"\#(place) y="\#(y + height - 2)" height="1" \#(look)/>"#)
    }
    if attributes.contains(.bold) { look += #" font-weight="bold""# }
    if attributes.contains(.italic) { look += #" font-style="italic""# }
    return lines
      + run.pieces.map { piece in
        #"<text x="\#(piece.column * width)" y="\#(y + height - 4)" "#
          + #"textLength="\#(piece.columns * width)" lengthAdjust="spacingAndGlyphs" \#(look)>"#
          + "\(escaped(piece.text))</text>"
      }
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Color {
  /// The first sixteen colors, which users can configure in their terminals.
  private static let named = [
    "#1b1d23", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d4d4d4",
    "#5c6370", "#ff8787", "#b5e890", "#ffd787", "#87c7ff", "#df9ff0", "#7fdfea", "#ffffff",
  ]

  /// The color in SVG syntax.
  fileprivate var svgName: String {
    guard case .palette(let index) = self else { return description }
    switch index {
    case 0..<16: return Self.named[Int(index)]
    case 16..<232:
      let place = index - 16
      func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }
      return Color.rgb(level(place / 36), level(place / 6 % 6), level(place % 6)).description
    default:
      let level = 8 + 10 * (index - 232)
      return Color.rgb(level, level, level).description
    }
  }
}
