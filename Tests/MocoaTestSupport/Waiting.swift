public import Testing

/// Lets other tasks and threads run until a condition holds.
///
/// Records a failure if the condition never holds: after 60 seconds, and 20,000 looks. On a busy
/// machine the main actor may belong to other tests for longer than that between two looks.
@MainActor
public func eventually(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
  for _ in 0..<1000 {
    if condition() { return }
    await Task.yield()
  }
  let clock = ContinuousClock()
  let limit = clock.now + .seconds(60)
  var looks = 0
  while clock.now < limit || looks < 20_000 {
    try? await clock.sleep(for: .milliseconds(1))
    if condition() { return }
    looks += 1
  }
  Issue.record("never: \(what)", sourceLocation: sourceLocation)
}

/// Lets all tasks of the main actor that can run do so.
@MainActor
public func settle() async {
  for _ in 0..<200 { await Task.yield() }
}
