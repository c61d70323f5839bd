/// Composition of Korean syllables from conjoining letters.
///
/// Terminals disagree on conjoining letters that are not composed: some use two columns for each,
/// some none, and some compose a syllable. A composed syllable and a letter of the compatibility
/// block have two columns in every terminal.
enum Hangul {
  /// Returns the composition of two scalars: consonant and vowel, or syllable and final.
  ///
  /// The result is `nil` if they do not compose.
  static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
    switch (first, second) {
    case (0x1100...0x1112, 0x1161...0x1175):
      return 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first - 0xAC00) % 28 == 0:
      return first + (second - 0x11A7)
    default:
      return nil
    }
  }

  /// Returns the letter of the compatibility block for a modern conjoining letter, or `nil` if the
  /// block has none.
  static func letter(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x1100...0x1112: initials[Int(scalar - 0x1100)].value
    case 0x1161...0x1175: 0x314F + (scalar - 0x1161)
    case 0x11A8...0x11C2: finals[Int(scalar - 0x11A8)].value
    default: nil
    }
  }

  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
  private static let finals = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)
}
