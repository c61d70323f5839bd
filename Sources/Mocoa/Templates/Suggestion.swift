/// What somebody probably meant who wrote a name that is not known.
package enum Suggestion {
  /// Longer names are nobody's typing error.
  private static let longest = 64

  /// The known name nearest to a text; nil where none is near.
  package static func nearest(to text: String, among names: some Sequence<String>) -> String? {
    let written = Array(text.lowercased().unicodeScalars)
    guard !written.isEmpty, written.count <= longest else { return nil }
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(written, Array(name.lowercased().unicodeScalars))
      if distance < best?.distance ?? .max { best = (name, distance) }
    }
    // A third of it may be wrong; of a short name, one letter.
    guard let best, best.distance <= max(1, written.count / 3) else { return nil }
    return best.name
  }

  /// How many letters have to be put in, left out, exchanged for others, or swapped with the next.
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
