internal import MocoaLanguage
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
    guard let page = listPage, let queried, queried.isAsking else { return perform() }
    let isFirst = !awaitedAnswers.contains { $0.page === page }
    awaitedAnswers.append(AwaitedAnswer(page: page, perform: perform))
    say(phrase("waits until all are asked\(keys.remark((.escape, phrase("does not wait"))))"))
    guard isFirst else { return }
    queried.whenAnswered { [weak self, weak page] in
      guard let self, let page else { return }
      let actions = awaitedAnswers.filter { $0.page === page }
      awaitedAnswers.removeAll { $0.page == nil || $0.page === page }
      // Who has gone to another page does not see to what it would be done.
      guard listPage === page, !actions.isEmpty else { return }
      message = nil
      catchUp()
      for action in actions { action.perform() }
      control?.setNeedsDisplay()
    }
  }

  /// Performs an action that may ask a question or take the terminal, unless a prompt or a panel was
  /// opened while it waited.
  func unlessOverlaid(_ perform: () -> Void) {
    if overlay == nil {
      perform()
    } else {
      warn(phrase("that was not done: a prompt or a panel was open"))
    }
  }

  /// Has nothing wait any more.
  ///
  /// - Returns: whether something did.
  func stopWaiting() -> Bool {
    guard !awaitedAnswers.isEmpty else { return false }
    awaitedAnswers = []
    say(phrase("that was not done"))
    return true
  }
}

/// Something that is done to a page when it is known what is shown there.
struct AwaitedAnswer {
  weak var page: ListPageViewModel?
  let perform: @MainActor () -> Void
}
