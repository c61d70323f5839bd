extension ChangeSet {
  /// The change as one JSON object, as `mocoa diff` and logs print it.
  ///
  /// ```json
  /// {"sections": {"deletions": [0], "insertions": [], "moves": [{"from": 2, "to": 0}], "updates": []},
  ///  "items": {"deletions": [[1, 0]], "insertions": [[0, 3]], "moves": [], "updates": []}}
  /// ```
  ///
  /// Items that are to be made anew count as updated. The text has one line and no line end.
  ///
  /// - Complexity: O(changed items): ranges are written out.
  public func writeJSON(to output: inout some TextOutputStream) {
    output.write(#"{"sections": {"deletions": "#)
    Self.write(sectionDeletions, to: &output) { $1.write("\($0)") }
    output.write(#", "insertions": "#)
    Self.write(sectionInsertions, to: &output) { $1.write("\($0)") }
    output.write(#", "moves": "#)
    Self.write(sectionMoves, to: &output, Self.writeStep)
    output.write(#", "updates": "#)
    Self.write(sectionUpdates, to: &output, Self.writeStep)
    output.write(#"}, "items": {"deletions": "#)
    Self.write(deletions.lazy.flatMap(\.paths), to: &output) { $1.write("\($0)") }
    output.write(#", "insertions": "#)
    Self.write(insertions.lazy.flatMap(\.paths), to: &output) { $1.write("\($0)") }
    output.write(#", "moves": "#)
    Self.write(moves, to: &output, Self.writeStep)
    output.write(#", "updates": "#)
    Self.write(updatesAndReloads, to: &output, Self.writeStep)
    output.write("}}")
  }

  /// The change as one JSON object.
  public var json: String {
    var text = ""
    writeJSON(to: &text)
    return text
  }

  private var updatesAndReloads: [Step<ItemPath>] {
    guard !reloads.isEmpty else { return updates }
    let positions = positions
    let updated = Set(updates.map(\.to))
    let reloaded = reloads.filter { !updated.contains($0) }.compactMap { to in
      positions.oldPosition(of: to).map { Step(from: $0, to: to) }
    }
    return (updates + reloaded).sorted { $0.to < $1.to }
  }

  private static func write<Elements: Sequence, Output: TextOutputStream>(
    _ elements: Elements, to output: inout Output,
    _ element: (Elements.Element, inout Output) -> Void
  ) {
    output.write("[")
    var isFirst = true
    for each in elements {
      if !isFirst { output.write(", ") }
      isFirst = false
      element(each, &output)
    }
    output.write("]")
  }

  private static func writeStep<Position>(
    _ step: Step<Position>, to output: inout some TextOutputStream
  ) {
    output.write(#"{"from": \#(step.from), "to": \#(step.to)}"#)
  }
}

extension ChangeSet.Run {
  /// The items one by one.
  fileprivate var paths: some Sequence<ItemPath> {
    range.lazy.map { ItemPath(section: section, item: $0) }
  }
}
