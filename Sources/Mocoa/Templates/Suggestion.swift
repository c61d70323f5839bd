/// Finds the valid name that the author of an invalid name probably meant.
package enum Suggestion {
  /// The maximum length of a name.
  ///
  /// A longer name is not a typing error.
  private static let maxLength = 64

  /// Returns the name nearest to a text, or `nil` if no name is near enough to be a typing error.
  package static func nearest(to text: String, among names: some Sequence<String>) -> String? {
    let written = Array(text.lowercased().unicodeScalars)
    guard !written.isEmpty, written.count <= maxLength else { return nil }
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(written, Array(name.lowercased().unicodeScalars))
      if distance < best?.distance ?? .max { best = (name, distance) }
    }
    // At most a third of the letters may be wrong, or one letter of a short name.
    guard let best, best.distance <= max(1, written.count / 3) else { return nil }
    return best.name
  }

  /// Returns the minimum number of edits that change one text into the other.
  ///
  /// An edit inserts, deletes or replaces a letter, or exchanges it with the next letter.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (i, scalar) in left.enumerated() {
      var row = [i + 1]
      row.reserveCapacity(right.count + 1)
      for (j, other) in right.enumerated() {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (scalar == other ? 0 : 1))
        if i > 0, j > 0, scalar == right[j - 1], left[i - 1] == other {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
