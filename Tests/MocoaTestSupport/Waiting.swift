public import Testing

/// Lets other tasks and threads run until a condition holds; a failure if it does not in 60 seconds.
@MainActor
public func eventually(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
  for _ in 0..<1000 {
    if condition() { return }
    await Task.yield()
  }
  let clock = ContinuousClock()
  let deadline = clock.now + .seconds(60)
  while clock.now < deadline {
    if condition() { return }
    try? await clock.sleep(for: .milliseconds(1))
  }
  Issue.record("never: \(what)", sourceLocation: sourceLocation)
}

/// Lets all tasks of the main actor that can run do so.
@MainActor
public func settle() async {
  for _ in 0..<200 { await Task.yield() }
}
