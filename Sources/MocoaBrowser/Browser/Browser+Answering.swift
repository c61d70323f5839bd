internal import Mocoa
internal import MocoaData
internal import MocoaTerminal

/// What is done to all that is shown while it is still being found out what that is.
extension Browser {
  /// Does something as soon as what is shown is what was asked for: at once, or when a filter or an order
  /// that takes long is done.
  ///
  /// So nothing is done to what only has not been asked yet.
  func afterAnswer(_ perform: @escaping @MainActor () -> Void) {
    guard let queried, queried.isAsking else { return perform() }
    awaitedAnswers.append(perform)
    say("waits until all are asked\(keys.remark((.escape, "does not wait")))")
    guard awaitedAnswers.count == 1 else { return }
    queried.whenAnswered { [weak self, weak page = listPage] in
      guard let self, listPage === page, !awaitedAnswers.isEmpty else { return }
      let actions = awaitedAnswers
      awaitedAnswers = []
      message = nil
      catchUp()
      for action in actions { action() }
      control?.setNeedsDisplay()
    }
  }

  /// Has nothing wait any more.
  ///
  /// - Returns: whether something did.
  func stopWaiting() -> Bool {
    guard !awaitedAnswers.isEmpty else { return false }
    awaitedAnswers = []
    say("that was not done")
    return true
  }
}
