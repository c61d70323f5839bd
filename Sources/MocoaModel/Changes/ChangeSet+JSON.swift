extension ChangeSet {
  /// Writes the changes as one JSON object, which is the format of `mocoa diff` and of the activity
  /// log.
  ///
  /// ```json
  /// {"sections": {"deletions": [0], "insertions": [], "moves": [{"from": 2, "to": 0}], "updates": []},
  ///  "items": {"deletions": [[1, 0]], "insertions": [[0, 3]], "moves": [], "updates": []}}
  /// ```
  ///
  /// Reloaded items are listed as updates. The text is one line without a line break.
  ///
  /// - Complexity: O(changed items), because every item of a range is written.
  public func writeJSON(to output: inout some TextOutputStream) {
    output.write("{")
    writeJSONMembers(to: &output)
    output.write("}")
  }

  /// Writes the members of the object that ``writeJSON(to:)`` writes, without braces.
  package func writeJSONMembers(to output: inout some TextOutputStream) {
    output.write("\"sections\": ")
    Self.write(
      deletions: sectionDeletions.lazy.map { "\($0)" },
      insertions: sectionInsertions.lazy.map { "\($0)" },
      moves: sectionMoves.lazy.map(\.json), updates: sectionUpdates.lazy.map(\.json), to: &output)
    output.write(", \"items\": ")
    Self.write(
      deletions: deletions.lazy.flatMap(\.paths), insertions: insertions.lazy.flatMap(\.paths),
      moves: moves.lazy.map(\.json), updates: updatesAndReloads.lazy.map(\.json), to: &output)
  }

  /// The changes as one JSON object, in the format of ``writeJSON(to:)``.
  public var json: String {
    var text = ""
    writeJSON(to: &text)
    return text
  }

  /// The updates and the reloads, sorted by new path.
  package var updatesAndReloads: [Step<ItemPath>] {
    guard !reloads.isEmpty else { return updates }
    let positions = makePathMap()
    let updated = Set(updates.map(\.to))
    let reloaded = reloads.filter { !updated.contains($0) }.compactMap { to in
      positions.oldPath(of: to).map { Step(from: $0, to: to) }
    }
    return (updates + reloaded).sorted { $0.to < $1.to }
  }

  private static func write(
    deletions: some Sequence<String>, insertions: some Sequence<String>,
    moves: some Sequence<String>, updates: some Sequence<String>,
    to output: inout some TextOutputStream
  ) {
    output.write("{\"deletions\": ")
    write(deletions, to: &output)
    output.write(", \"insertions\": ")
    write(insertions, to: &output)
    output.write(", \"moves\": ")
    write(moves, to: &output)
    output.write(", \"updates\": ")
    write(updates, to: &output)
    output.write("}")
  }

  private static func write(
    _ elements: some Sequence<String>, to output: inout some TextOutputStream
  ) {
    output.write("[")
    var isFirst = true
    for element in elements {
      if !isFirst { output.write(", ") }
      isFirst = false
      output.write(element)
    }
    output.write("]")
  }
}

extension ChangeSet.Step {
  fileprivate var json: String { "{\"from\": \(from), \"to\": \(to)}" }
}

extension ChangeSet.Run {
  /// The path of each item of the run as JSON.
  fileprivate var paths: some Sequence<String> {
    range.lazy.map { "\(ItemPath(section: section, item: $0))" }
  }
}
