internal import MocoaLanguage

extension PageViewModel {
  /// Gives whoever opened the page what it was opened for, and leaves; the page and what lies over it
  /// are let go first.
  ///
  /// It is given once: of a page that has left, or has answered, nobody waits for anything. A page may
  /// answer in `prepare()`, and is not shown then. With the first page of a tab the tab is closed; the
  /// first page of the only tab stays where it is.
  public final func answer(_ value: any Sendable) {
    if parent is PageViewModel {
      let receiver = takeReceiver()
      removeFromParent()
      receiver?(value)
    } else if let navigator {
      navigator.end(self, with: value)
    } else {
      deliver(value)
    }
  }

  /// Tells who waits for an answer, if somebody still does.
  final func deliver(_ answer: (any Sendable)?) { takeReceiver()?(answer) }

  /// Tells who waits for the answer of a page that has left; and first those who wait for what is
  /// embedded in it, which has left with it, that none comes.
  final func end(with answer: (any Sendable)?) {
    for page in embedded where page.parent === self { page.end(with: nil) }
    deliver(answer)
  }

  /// Who waits, from now on for nothing.
  private func takeReceiver() -> Navigator.Receiver? {
    defer { receiver = nil }
    return receiver
  }

  /// How deep pages are embedded in each other at most: a page may embed itself by URL.
  static var depthLimit: Int { 8 }

  /// Embeds the page at a URL, which is shown and hidden with this one, and goes with it.
  ///
  /// Where a page stands in another is said by what shows them. `removeFromParent()` takes it away.
  ///
  /// - Parameters:
  ///   - options: values beside those of the URL.
  ///   - receive: is told once what it answers; nil where it leaves without, by itself or with this page.
  /// - Throws: why it was not opened; nothing has changed then. In debug mode a placeholder page is
  ///   embedded instead.
  @discardableResult
  public final func embed(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:],
    receive: Navigator.Receiver? = nil
  ) throws(Navigator.Failure) -> PageViewModel {
    guard let navigator, isOpen else {
      throw .refused(phrase("\(self.url): nobody has opened this page"))
    }
    guard around.count < Self.depthLimit else {
      throw .refused(phrase("\(url): pages are embedded \(Self.depthLimit) deep at most"))
    }
    let page = try navigator.make(url, options: options)
    guard isOpen else {
      throw .refused(phrase("\(url): the page around it was left while it was made"))
    }
    page.receiver = receive
    attach(page, at: children.count)
    return page
  }

  /// This page and those that it is embedded in, the innermost first.
  private var around: [PageViewModel] {
    Array(sequence(first: self as ViewModel, next: \.parent)).compactMap { $0 as? PageViewModel }
  }

  /// Whether it has a place in a navigator, itself or with the page that it is embedded in.
  private var isOpen: Bool {
    guard let outermost = around.last else { return false }
    return navigator?.spot(of: outermost) != nil
  }
}
