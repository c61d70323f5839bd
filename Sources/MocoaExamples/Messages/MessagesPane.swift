internal import Mocoa

/// A page that stands in a half of the messages' page, or by itself.
@MainActor
protocol MessagesPane: PageViewModel {
  /// What stands above it.
  var heading: PaneTitle { get }

  /// Whether it stands still, and how far it is behind; empty where it does not.
  var pauseRemark: String { get }

  /// How to begin, where there is nothing to be seen.
  var hint: String { get }
}

extension MessagesPane {
  /// What stands at the end of its heading.
  var detail: String { pauseRemark.isEmpty ? hint : pauseRemark }
}

extension PageViewModel {
  /// Whether it is a part of another page, which asks the server for it.
  var isPane: Bool { parent is PageViewModel }

  /// Opens something over the page.
  func open(
    _ url: ModuleURL?, options: [String: (any Sendable)?] = [:],
    receive: Navigator.Receiver? = nil
  ) {
    guard let url else { return }
    // It is refused only where too much lies over each other already.
    _ = try? navigator?.present(url, options: options, receive: receive)
  }

  /// Does something where the answer to a question is yes.
  func confirm(_ question: String, _ perform: @escaping @MainActor () -> Void) {
    open(try? ModuleURL(ConfirmPage.address), options: ["question": question]) { answer in
      if answer as? Bool == true { perform() }
    }
  }
}
