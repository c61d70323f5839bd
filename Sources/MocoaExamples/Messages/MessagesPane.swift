internal import Mocoa

/// A page that can be a pane of the messages page, or a separate page.
@MainActor
protocol MessagesPane: PageViewModel {
  /// The title above the pane.
  var heading: PaneTitle { get }

  /// The pause status and the number of pending changes, or an empty text if the list is not
  /// paused.
  var pauseStatusText: String { get }

  /// A hint about the key that adds content if the list is empty, otherwise an empty text.
  var hint: String { get }
}

extension MessagesPane {
  /// The text at the end of the title: the pause status or, if it is empty, the hint.
  var detail: String { pauseStatusText.isEmpty ? hint : pauseStatusText }
}

extension PageViewModel {
  /// A Boolean value that indicates whether the page is a pane of another page.
  ///
  /// If it is, only the enclosing page sends requests to the server.
  var isPane: Bool { parent is PageViewModel }

  /// Presents a page over this one.
  func open(
    _ url: ModuleURL?, options: [String: (any Sendable)?] = [:],
    onResult receive: Navigator.ResultHandler? = nil
  ) {
    guard let url else { return }
    // Presenting fails only if too many pages are presented already.
    _ = try? navigator?.present(url, options: options, onResult: receive)
  }

  /// Calls a closure if the user confirms a question.
  func confirm(_ question: String, _ perform: @escaping @MainActor () -> Void) {
    open(try? ModuleURL(ConfirmPage.address), options: ["question": question]) { answer in
      if answer as? Bool == true { perform() }
    }
  }
}
