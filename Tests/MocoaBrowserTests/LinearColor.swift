import Glibc
import MocoaTerminal

/// Color vision deficiencies, and normal color vision.
enum ColorVision: CaseIterable {
  case normal, protanopia, deuteranopia, tritanopia

  /// The matrix that simulates the color vision on linear components.
  ///
  /// Source: Machado, Oliveira and Fernandes, *A Physiologically-based Model for Simulation of Color
  /// Vision Deficiency* (2009), severity 1.
  var matrix: [[Double]] {
    switch self {
    case .normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .protanopia:
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    case .deuteranopia:
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    case .tritanopia:
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ]
    }
  }
}

/// A color with linear red, green and blue components from 0 to 1.
struct LinearColor {
  private let components: [Double]

  /// Creates the linear form of an sRGB color, or returns `nil` for a color of the palette.
  init?(_ color: Color) {
    guard case .rgb(let red, let green, let blue) = color else { return nil }
    components = [red, green, blue].map {
      let level = Double($0) / 255
      return level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
    }
  }

  private init(components: [Double]) { self.components = components }

  /// The relative luminance of the Web Content Accessibility Guidelines.
  var luminance: Double { dot([0.2126, 0.7152, 0.0722]) }

  /// Returns the color as it appears with a color vision.
  func seen(with vision: ColorVision) -> LinearColor {
    LinearColor(components: vision.matrix.map { min(1, max(0, dot($0))) })
  }

  /// Returns the CIE76 difference of two colors.
  func distance(to other: LinearColor) -> Double {
    zip(lab, other.lab).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  /// The components L\*, a\* and b\* for the white point D65.
  private var lab: [Double] {
    let xyz = zip(
      [
        [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
      ], [0.95047, 1, 1.08883]
    ).map { row, white in
      let part = dot(row) / white
      return part > 0.008856 ? cbrt(part) : 7.787 * part + 16 / 116
    }
    return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])]
  }

  private func dot(_ row: [Double]) -> Double {
    zip(components, row).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
