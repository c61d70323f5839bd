/// A comparison of two terminals that received the same bytes.
public enum EmulatedScreens {
  /// Returns the differences, one line per row, or an empty array if all columns are equal.
  ///
  /// Joiners are not compared, because terminals may keep or drop them.
  public static func differences(_ scalars: Emulator, _ clusters: CountingEmulator) -> [String] {
    (0..<clusters.rowCount).compactMap { row in
      let column = (0..<clusters.columns).first {
        visible(scalars[$0, row].text) != visible(clusters.text($0, row))
      }
      return column.map {
        "row \(row) from column \($0): \(scalars.row(row).debugDescription)"
          + " / \(clusters.row(row).debugDescription)"
      }
    }
  }

  /// Returns the text of a cell without joiners and blanks.
  private static func visible(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0 != " " && $0 != "\u{200C}" }
  }
}
