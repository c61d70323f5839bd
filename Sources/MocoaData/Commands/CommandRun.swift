internal import MocoaModel

/// One run of a command: what it printed, as a list.
///
/// Output that is JSON, or lines of JSON, is read as that; anything else is lines of text.
struct CommandRun {
  let words: [String]
  let options: RecordOptions

  /// Ends the run, and the command with it.
  let cancellation: Cancellation
  let wake: Wake

  /// Runs the command to its end.
  ///
  /// - Parameters:
  ///   - isSlow: called, on another thread, when it takes longer than a second.
  ///   - progress: takes what has been read so far.
  func list(
    isSlow: @escaping @Sendable () -> Void, progress: (ListSnapshot) -> Void
  ) throws(CommandFailure) -> ListSnapshot {
    let process = try CommandProcess(words, isSlow: isSlow)
    let read = Result { () throws(SourceError) in
      try self.read(ByteInput(pipe: process.output, name: "output"), progress)
    }
    // Who prints more than can be kept is told by a pipe that nobody reads.
    let end = process.end(orWhen: wake)
    if cancellation.isCancelled { throw .stopped }
    switch read {
    case .success(let list):
      if let failure = CommandFailure(end) { throw failure }
      return list
    case .failure(let error):
      // Half a document is no wonder where the command failed.
      if case .invalid = error, let failure = CommandFailure(end) { throw failure }
      throw .output(error)
    }
  }

  private func read(_ input: ByteInput, _ progress: (ListSnapshot) -> Void) throws(SourceError)
    -> ListSnapshot
  {
    defer { input.stop() }
    var list = RecordList()
    let attempt = Cancellation(within: cancellation)
    let ending = loader(of: input, attempt).run { batch in
      list.add(batch)
      if list.looksLikeText { attempt.cancel() } else { progress(list.snapshot) }
    }
    if attempt.isCancelled || list.looksLikeText(behind: ending.failure) {
      return try readText(input, progress)
    }
    if let failure = ending.failure { throw failure }
    return list.snapshot
  }

  private func readText(_ input: ByteInput, _ progress: (ListSnapshot) -> Void)
    throws(SourceError) -> ListSnapshot
  {
    var list = RecordList()
    let ending = loader(of: input, cancellation).runAsText { batch in
      list.add(batch)
      progress(list.snapshot)
    }
    if let failure = ending.failure { throw failure }
    return list.snapshot
  }

  private func loader(of input: ByteInput, _ cancellation: Cancellation) -> RecordLoader {
    RecordLoader(
      input: input, pointer: .whole, options: options, cancellation: cancellation, isOutput: true)
  }
}

extension RecordList {
  /// So many records are looked at to tell text from JSON.
  private static let sample = 100

  /// The first records.
  private var sample: [Record] {
    let items = snapshot.sections[0].items
    return (0..<min(items.count, Self.sample)).compactMap { items.element(at: $0) as? Record }
  }

  /// Whether lines that were read as JSON are text: none of them holds values, and one is no JSON.
  ///
  /// Text may begin with a number, which is JSON.
  fileprivate var looksLikeText: Bool {
    guard snapshot.itemCount <= Self.sample * 100 else { return false }
    let sample = sample
    return sample.contains { $0.problem != nil } && sample.allSatisfy { $0.container == nil }
  }

  /// Whether something that could not be read to its end as a document is text: it may begin like a
  /// document, as `[INFO]` and `[1]` do.
  fileprivate func looksLikeText(behind failure: SourceError?) -> Bool {
    let sample = sample
    switch failure {
    case .notJSON?: return true
    case .invalid(_, let error)?:
      return sample.isEmpty || !error.isCutShort && sample.allSatisfy { $0.container != .object }
    default: return false
    }
  }
}

extension JSONError {
  /// Whether the text only ended too early.
  fileprivate var isCutShort: Bool { reason.hasSuffix("found end of text") }
}
