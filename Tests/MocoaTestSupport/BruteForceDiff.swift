/// Minimal counts of a change set between two lists of numbers, computed by brute force.
public enum BruteForceDiff {
  /// Returns the number of unmatched elements: the difference of two multisets.
  public static func fewestDeletions(_ old: [Int], _ new: [Int]) -> Int {
    var rest = new
    var deletions = 0
    for element in old {
      if let index = rest.firstIndex(of: element) { rest.remove(at: index) } else { deletions += 1 }
    }
    return deletions
  }

  /// Returns the minimum number of moves between two lists of distinct numbers, by trying every
  /// subset.
  public static func fewestMoves(_ old: [Int], _ new: [Int]) -> Int {
    let places = old.compactMap { new.firstIndex(of: $0) }
    var longest = 0
    for subset in 0..<(1 << places.count) {
      let chosen = places.indices.filter { subset & (1 << $0) != 0 }.map { places[$0] }
      if zip(chosen, chosen.dropFirst()).allSatisfy({ $0 < $1 }) {
        longest = max(longest, chosen.count)
      }
    }
    return places.count - longest
  }
}
