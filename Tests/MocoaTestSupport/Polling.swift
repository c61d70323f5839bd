public import Testing

/// Runs other tasks and threads until a condition is true.
///
/// Records a failure if the condition is still false after 60 seconds and 20,000 checks. On a busy
/// machine, other tests may occupy the main actor for longer than 60 seconds between two checks.
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

/// Runs all tasks of the main actor that are ready.
@MainActor
public func settle() async {
  for _ in 0..<200 { await Task.yield() }
}
