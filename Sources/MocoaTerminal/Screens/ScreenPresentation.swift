internal import MocoaLanguage
public import Mocoa

/// The terminal's key to the screen that shows a page.
public enum ScreenPresentation: Presentation {
  /// How the screen is made.
  public typealias Slot = ScreenMaker
}

/// What a screen may know besides its page.
public struct ScreenContext {
  /// How roles look.
  public var theme: Theme

  /// Whether placeholders are shown.
  public var isDebugging: Bool

  /// What a screen is made with.
  public init(theme: Theme = .standard, isDebugging: Bool = false) {
    self.theme = theme
    self.isDebugging = isDebugging
  }
}

/// How the screen of a page is made.
@MainActor
public struct ScreenMaker {
  /// The class of pages that it makes screens for.
  let pageType: PageViewModel.Type

  private let make: @MainActor (PageViewModel, ScreenContext) -> (any Screen)?

  /// Makes screens for pages of one class.
  init<Page: PageViewModel>(_ make: @escaping @MainActor (Page, ScreenContext) -> any Screen) {
    pageType = Page.self
    self.make = { page, context in (page as? Page).map { make($0, context) } }
  }

  /// The screen of a page; nil where it is of another class.
  func screen(of page: PageViewModel, _ context: ScreenContext) -> (any Screen)? {
    make(page, context)
  }
}

extension Module {
  /// Registers the screen that shows the page at this URL in a terminal; lists and forms
  /// need none.
  ///
  /// - Parameter make: makes the screen of a page of one class; where the page is of another, a
  ///   message says so.
  @discardableResult
  public func screen<Page: PageViewModel>(
    of page: Page.Type = Page.self, file: StaticString = #fileID, line: UInt = #line,
    make: @escaping @MainActor (Page, ScreenContext) -> any Screen
  ) -> Module {
    setSlot(
      ScreenMaker(make), for: ScreenPresentation.self, named: "screen of \(Page.self)",
      origin: Origin(file: file, line: line))
    return self
  }
}

extension PageViewModel {
  /// The screen that shows a page: the one that its module registers, else that of a list or a form,
  /// else a message.
  public func makeScreen(_ context: ScreenContext) -> any Screen {
    if let maker = module?.slot(for: ScreenPresentation.self) {
      return maker.screen(of: self, context)
        ?? MessageScreen(
          self, theme: context.theme,
          reason: phrase(
            "the screen does not fit: it shows a \(maker.pageType), not a \(type(of: self))"))
    }
    if let page = self as? ListPageViewModel {
      return ListScreen(page, theme: context.theme, isDebugging: context.isDebugging)
    }
    if let page = self as? FormPageViewModel { return FormScreen(page, theme: context.theme) }
    return MessageScreen(self, theme: context.theme)
  }
}
