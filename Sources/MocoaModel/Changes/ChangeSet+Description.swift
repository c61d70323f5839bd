extension ChangeSet: CustomStringConvertible {
  /// The changes as text, with one line for each kind of change that occurs.
  public var description: String {
    let lines = [
      Self.line("deleted sections", sectionDeletions.map { "\($0)" }),
      Self.line("inserted sections", sectionInsertions.map { "\($0)" }),
      Self.line("moved sections", sectionMoves.map { "\($0.from) → \($0.to)" }),
      Self.line("updated sections", sectionUpdates.map { "\($0.from) → \($0.to)" }),
      Self.line("deleted items", deletions.map(\.description)),
      Self.line("inserted items", insertions.map(\.description)),
      Self.line("moved items", moves.map { "\($0.from) → \($0.to)" }),
      Self.line("updated items", updates.map { "\($0.from) → \($0.to)" }),
      Self.line("reloaded items", reloads.map(\.description)),
    ]
    let found = lines.compactMap { $0 }
    return found.isEmpty ? "no changes" : found.joined(separator: "\n")
  }

  /// Returns a line with the first 12 changes of a kind and the number of further changes.
  ///
  /// - Returns: `nil` if no change of this kind occurs.
  private static func line(_ kind: String, _ changes: [String]) -> String? {
    if changes.isEmpty { return nil }
    let limit = 12
    let more = changes.count > limit ? ", and \(changes.count - limit) more" : ""
    return "\(kind): \(changes.prefix(limit).joined(separator: ", "))\(more)"
  }
}

extension ChangeSet.Run: CustomStringConvertible {
  /// The path of the only item as `[section, item]`, or the paths of the first and the last item.
  public var description: String {
    let first = ItemPath(section: section, item: range.lowerBound)
    return range.count == 1
      ? "\(first)" : "\(first)…\(ItemPath(section: section, item: range.upperBound - 1))"
  }
}
