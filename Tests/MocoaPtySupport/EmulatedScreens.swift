/// Where two terminals show different things that were sent the same bytes.
public enum EmulatedScreens {
  /// What differs, a line for each row; nothing if all stands in the same columns.
  ///
  /// Joiners are not compared: terminals keep or drop them as they like.
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

  /// The text of a cell without joiners and blanks.
  private static func visible(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0 != " " && $0 != "\u{200C}" }
  }
}
