internal import MocoaLocalization
public import Mocoa

/// The presentation that stores screens for the terminal in modules.
///
/// A module registers the factory for the screen of its page with this type as the key.
public enum ScreenPresentation: Presentation {
  /// The type of the registered value: a factory that creates the screen of a page.
  public typealias Slot = ScreenFactory
}

/// The settings with which a screen is created.
public struct ScreenContext {
  /// The theme, which defines the styles of text roles such as titles and warnings.
  public var theme: Theme

  /// A Boolean value that indicates whether placeholders are visible.
  public var isDebugging: Bool

  /// Creates the settings of a screen.
  public init(theme: Theme = .standard, isDebugging: Bool = false) {
    self.theme = theme
    self.isDebugging = isDebugging
  }
}

/// A factory for the screen of a page.
@MainActor
public struct ScreenFactory {
  /// The class of pages that the factory supports.
  let pageType: PageViewModel.Type

  private let make: @MainActor (PageViewModel, ScreenContext) -> (any Screen)?

  /// Creates a factory for pages of one class.
  init<Page: PageViewModel>(_ make: @escaping @MainActor (Page, ScreenContext) -> any Screen) {
    pageType = Page.self
    self.make = { page, context in (page as? Page).map { make($0, context) } }
  }

  /// Returns the screen of a page, or `nil` if the page has another class.
  func screen(of page: PageViewModel, _ context: ScreenContext) -> (any Screen)? {
    make(page, context)
  }
}

extension Module {
  /// Registers the screen that shows the page at this URL in a terminal.
  ///
  /// List pages and form pages have a default screen.
  ///
  /// - Parameters:
  ///   - page: The class of the page.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - make: A closure that creates the screen. If the page has another class, the terminal shows
  ///     a message instead.
  @discardableResult
  public func screen<Page: PageViewModel>(
    of page: Page.Type = Page.self, file: StaticString = #fileID, line: UInt = #line,
    make: @escaping @MainActor (Page, ScreenContext) -> any Screen
  ) -> Module {
    setSlot(
      ScreenFactory(make), for: ScreenPresentation.self, named: "screen of \(Page.self)",
      origin: Origin(file: file, line: line))
    return self
  }
}

extension PageViewModel {
  /// Returns a new screen for the page.
  ///
  /// It is the registered screen, otherwise the default screen of a list or a form, otherwise a
  /// screen with a message.
  public func makeScreen(_ context: ScreenContext) -> any Screen {
    if let maker = module?.slot(for: ScreenPresentation.self) {
      return maker.screen(of: self, context)
        ?? MessageScreen(
          self, theme: context.theme,
          reason: localized(
            "screen mismatch: expects \(maker.pageType), got \(type(of: self))"))
    }
    if let page = self as? ListPageViewModel {
      return ListScreen(page, theme: context.theme, isDebugging: context.isDebugging)
    }
    if let page = self as? FormPageViewModel { return FormScreen(page, theme: context.theme) }
    return MessageScreen(self, theme: context.theme)
  }
}
