public import Testing

/// Lets other tasks of the main actor run until a condition holds; a failure if it never does.
@MainActor
public func eventually(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
  for _ in 0..<100_000 {
    if condition() { return }
    await Task.yield()
  }
  Issue.record("never: \(what)", sourceLocation: sourceLocation)
}

/// Lets all tasks of the main actor that can run do so.
@MainActor
public func settle() async {
  for _ in 0..<200 { await Task.yield() }
}
