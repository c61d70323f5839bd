internal import MocoaLocalization
public import MocoaModel

/// The view model of a page, which is opened by URL and fills the screen.
@MainActor
open class PageViewModel: ViewModel {
  /// The URL that was opened, with its options.
  public final let url: ModuleURL

  /// The options of the page: those of the URL, and the values that override them.
  public internal(set) final var options: PageOptions

  /// The navigator that opened the page, or `nil` if the page was created without a navigator.
  public internal(set) final weak var navigator: Navigator?

  /// The module that created the page.
  ///
  /// It is `nil` for a placeholder, and for a page that was created without a navigator.
  public internal(set) final weak var module: Module?

  /// The visibility of the page according to its latest notification.
  public internal(set) final var visibility = Visibility.hidden

  /// The identifier of the item under the cursor, in the form of a URL fragment, or `nil`.
  ///
  /// Renderers set this property.
  public final var cursorFragment: String?

  /// The closure through which the opener receives the result.
  ///
  /// It is `nil` if the closure was called already or the opener supplied none.
  final var resultHandler: Navigator.ResultHandler?

  /// The observers of requests to draw the page again.
  private final let redraws = Observers<Void>()

  /// Creates a page at a URL.
  public init(url: ModuleURL) {
    self.url = url
    options = PageOptions(url: url)
    super.init()
  }

  /// Creates a page that was opened with options.
  public init(options: PageOptions) {
    url = options.url
    self.options = options
    super.init()
  }

  override final var ownSharedState: Module.SharedState? {
    navigator?.registry.sharedState ?? module?.sharedState
  }

  /// The title of the page, in one or two words.
  open var title: String { url.path.last?.name ?? url.domain }

  /// The URL of the parent page, or `nil` if the page has no parent.
  open var parentURL: ModuleURL? { url.parent }

  /// The URL that reopens the page in its current state in a later run, or `nil` if it cannot be
  /// reopened.
  open var restorationURL: ModuleURL? {
    var url = url
    url.fragment = cursorFragment ?? url.fragment
    return url
  }

  /// Calls a closure after the first content is available or loading fails.
  ///
  /// - Parameter perform: A closure that receives an error message in one line, or `nil` if content
  ///   is available. It may run before the method returns.
  open func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) { perform(nil) }

  /// Stops loading and retains the loaded content.
  ///
  /// - Returns: `true` if the page was loading.
  open func stopLoading() -> Bool { false }

  /// Reloads the content from its source.
  ///
  /// - Returns: `true` if the page supports reloading.
  /// - Throws: An error with a one-line description if the content cannot be read. The page is then
  ///   unchanged.
  open func reload() throws -> Bool { false }

  /// A Boolean value that indicates whether the source is paused, or `nil` if it cannot be paused.
  open var isPaused: Bool? { nil }

  /// Pauses or resumes the source.
  open func setPaused(_ isPaused: Bool) {}

  /// The number of completed refreshes of a source that is read repeatedly, or `nil` for another
  /// source.
  open var refreshCount: Int? { nil }

  /// A short text about the current work of the source; empty if it is idle.
  open var statusText: String { "" }

  /// The commands of this page, in addition to the commands of every page.
  open var commands: [PageCommand] { [] }

  /// The titles of the parent pages, from the outermost on, and of this page.
  open var breadcrumb: [String] {
    [url.domain] + url.path.dropLast().map(\.name) + (url.path.isEmpty ? [] : [title])
  }

  // MARK: - Appearing

  /// Called before the page appears, after `prepare()`, and before the embedded pages are notified.
  ///
  /// Each call is followed by one call of `didAppear()`, `willDisappear()` and `didDisappear()`, in
  /// this order. These methods are not called when another page is presented over this page, or
  /// when the program is suspended.
  open func willAppear() {}

  /// Called after the page has appeared, after the embedded pages were notified.
  open func didAppear() {}

  /// Called before the page disappears, before the embedded pages are notified.
  open func willDisappear() {}

  /// Called after the page has disappeared, after the embedded pages were notified.
  open func didDisappear() {}

  // MARK: - Embedding

  /// Updates the visibility of an added embedded page, and draws this page again.
  ///
  /// Overrides call `super`.
  open override func didAddChild(_ child: ViewModel) {
    super.didAddChild(child)
    if let page = child as? PageViewModel { follow(page) }
    redraw()
  }

  /// Hides an embedded page before it is removed.
  ///
  /// Overrides call `super`.
  open override func willRemoveChild(_ child: ViewModel) {
    super.willRemoveChild(child)
    (child as? PageViewModel)?.hide()
  }

  /// Finishes hiding a removed embedded page, and draws this page again.
  ///
  /// Overrides call `super`.
  open override func didRemoveChild(_ child: ViewModel) {
    super.didRemoveChild(child)
    (child as? PageViewModel)?.leave()
    redraw()
  }

  /// Consumes `redraw` emissions of children, and forwards all other emissions.
  ///
  /// Overrides call `super`.
  open override func didReceive(_ emission: Emission) {
    guard isReady, emission.name == .redraw else { return super.didReceive(emission) }
    redraws.notify(())
  }

  /// Requests that the page is drawn again.
  ///
  /// Call this method after a change of `title`, `statusText` or `commands`.
  public final func redraw() {
    guard isReady else { return }
    redraws.notify(())
    // An embedded page is drawn with the page that contains it.
    if parent != nil { emit(.redraw) }
  }

  /// Observes requests to measure and draw the page or its children again.
  ///
  /// - Parameter perform: A closure that is called on the main actor for each request.
  /// - Returns: A token. The observation ends when the token is canceled or released.
  public final func observeRedraws(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    redraws.add { _ in perform() }
  }
}

/// The placeholder for a page that cannot be opened, in debug mode.
@MainActor
public final class PlaceholderPageViewModel: PageViewModel {
  /// The reason in one line.
  public let reason: String

  /// Creates a placeholder page.
  public init(url: ModuleURL, reason: String) {
    self.reason = reason
    super.init(url: url)
  }
}

extension PageViewModel {
  /// The visibility of a page.
  public enum Visibility: Sendable {
    /// The page is not shown.
    case hidden

    /// The page was notified that it will appear.
    case appearing

    /// The page is shown.
    case shown

    /// The page was notified that it will disappear.
    case disappearing
  }

  /// The embedded pages of this page, in order.
  private final var embedded: [PageViewModel] { children.compactMap { $0 as? PageViewModel } }

  /// The lists of the page: the page itself if it is a list, otherwise its embedded lists, in
  /// order.
  package final var listPages: [ListPageViewModel] {
    if let list = self as? ListPageViewModel { return [list] }
    return embedded.flatMap(\.listPages)
  }

  /// The URL that reopens the page in its current state, or `nil`.
  ///
  /// It contains the list options of the first embedded list.
  package final var locationURL: ModuleURL? {
    guard var url = restorationURL, !(self is ListPageViewModel), let list = listPages.first else {
      return restorationURL
    }
    url = url.removingListOptions()
    url.options += list.listOptions
    return url
  }

  /// Notifies the page that it will appear, and then its embedded pages.
  final func beginAppearing() {
    guard visibility == .hidden else { return }
    visibility = .appearing
    willAppear()
    // A hook may have removed embedded pages, and this page too.
    for page in embedded where page.parent === self && visibility == .appearing {
      page.beginAppearing()
    }
  }

  /// Notifies the embedded pages that they have appeared, and then the page.
  final func endAppearing() {
    // Searched again in each step, because a hook may have embedded pages or finished this
    // transition.
    while visibility == .appearing,
      let page = embedded.first(where: { $0.visibility == .appearing })
    {
      page.endAppearing()
    }
    guard visibility == .appearing else { return }
    visibility = .shown
    didAppear()
  }

  /// Notifies the page that it will disappear, and then its embedded pages.
  final func beginDisappearing() {
    guard visibility == .shown else { return }
    visibility = .disappearing
    willDisappear()
    for page in embedded where page.parent === self && visibility == .disappearing { page.hide() }
  }

  /// Notifies the embedded pages that they have disappeared, and then the page.
  final func endDisappearing() {
    while visibility == .disappearing,
      let page = embedded.first(where: { $0.visibility == .disappearing })
    {
      page.endDisappearing()
    }
    guard visibility == .disappearing else { return }
    visibility = .hidden
    didDisappear()
  }

  /// Sends a newly embedded page the notifications of appearance that this page has already
  /// received.
  private final func follow(_ page: PageViewModel) {
    // If this page is ready, the embedded page becomes ready before it is shown.
    if isReady { page.prepareIfNeeded() }
    // The page may have left during its preparation.
    guard page.parent === self, visibility == .appearing || visibility == .shown else { return }
    page.beginAppearing()
    // If this page is still appearing, the second half follows with its own.
    if page.parent === self, visibility == .shown { page.endAppearing() }
  }

  /// Notifies an embedded page, before it is removed, that it will disappear.
  ///
  /// If the page is still appearing, it is first notified that it has appeared, because
  /// `didAppear()` must follow each call of `willAppear()`.
  private final func hide() {
    endAppearing()
    beginDisappearing()
  }

  /// Notifies an embedded page that was removed that it has disappeared.
  ///
  /// Its opener receives `nil`.
  private final func leave() {
    endDisappearing()
    end(with: nil)
  }
}

extension PageViewModel {
  /// Creates the view model of a module, and adds it to this page outside any list.
  ///
  /// The model of the view model is the value of the option `model` if that value is a `CellModel`.
  /// Otherwise the model is a record of all options. If the view model cannot be created, a
  /// placeholder with the reason is added.
  ///
  /// - Parameters:
  ///   - url: The URL of the module.
  ///   - options: Values that override options of the URL. `nil` hides an option.
  @discardableResult
  public final func embedModule(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:]
  ) -> AnyCellViewModel {
    let options = PageOptions(url: url, overrides: options)
    let model = options["model"] as? any CellModel ?? PageOptionsRecord(options: options)
    let viewModel: AnyCellViewModel
    do throws(ViewModelCreationError) {
      guard let registry = navigator?.registry else { throw .lookup(.notFound(url.withoutOptions)) }
      viewModel = try registry.makeViewModel(at: url, for: model)
    } catch {
      viewModel = PlaceholderViewModel(
        element: model, at: url, instead: error, of: try? navigator?.registry.module(at: url))
    }
    attach(viewModel, at: children.count)
    return viewModel
  }
}

/// The options of a URL as a record that a module shows.
struct PageOptionsRecord: CellModel, FieldReadable {
  let options: PageOptions

  var itemID: ItemID { ItemID(options.url.description) }

  func isContentEqual(to other: any CellModel) -> Bool {
    (other as? PageOptionsRecord)?.fields == fields
  }

  var fieldNames: [String] { options.names }

  /// Returns the value of an option as a field.
  ///
  /// Text is never converted. Only Swift code can set numbers and Boolean values.
  func field(_ name: String) -> FieldValue? {
    switch options[name] {
    case nil: options.contains(name) ? .null : nil
    case let texts as [String]: .array(texts.map { .string($0) })
    case let flag as Bool: .bool(flag)
    case let integer as any BinaryInteger:
      Int64(exactly: integer).map { .int($0) } ?? .string("\(integer)")
    case let number as any BinaryFloatingPoint: .double(Double(number))
    case let value as FieldValue: value
    case let value?: .string("\(value)")
    }
  }
}

extension AnyCellViewModel {
  /// Sets whether a cell outside a list is displayed on a screen.
  ///
  /// Do not call this method for a cell in a list. The list updates the state of its cells.
  public final func setDisplayed(_ isShown: Bool) {
    guard isShown != isDisplayed else { return }
    isDisplayed = isShown
    if isShown { willDisplay() } else { didEndDisplaying() }
  }
}

extension PageViewModel {
  /// Finishes the page with a result.
  ///
  /// The page and the pages over it are closed before the opener receives the result.
  ///
  /// Only the first result is delivered, and only if the page was not closed before. A page may
  /// call this method in `prepare()`; it is then never shown. If the page is the first page of a
  /// tab, the tab is closed. The first page of the only tab stays open.
  public final func finish(with value: any Sendable) {
    if parent is PageViewModel {
      let receiver = takeResultHandler()
      removeFromParent()
      receiver?(value)
    } else if let navigator {
      navigator.end(self, with: value)
    } else {
      deliver(value)
    }
  }

  /// Calls the result handler of the opener with a result, unless it was called before.
  final func deliver(_ result: (any Sendable)?) { takeResultHandler()?(result) }

  /// Delivers the result of this page, which was closed.
  ///
  /// Before that, the openers of its embedded pages, which were closed with it, receive `nil`.
  final func end(with result: (any Sendable)?) {
    for page in embedded where page.parent === self { page.end(with: nil) }
    deliver(result)
  }

  /// Removes and returns the result handler of the opener.
  private func takeResultHandler() -> Navigator.ResultHandler? {
    defer { resultHandler = nil }
    return resultHandler
  }

  /// The maximum depth of pages that are embedded in each other.
  ///
  /// A page may embed itself by URL.
  private static var depthLimit: Int { 8 }

  /// Embeds the page at a URL.
  ///
  /// The embedded page appears, disappears and closes together with this page.
  ///
  /// The view of this page determines its location on the screen. `removeFromParent()` removes it.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - options: Values that override options of the URL.
  ///   - receive: A closure that is called once with the result of the embedded page, or `nil` if
  ///     either page closes without a result.
  /// - Returns: The embedded page.
  /// - Throws: `Navigator.NavigationError` if the page cannot be opened. This page is then
  ///   unchanged. In debug mode, a placeholder page is embedded instead.
  @discardableResult
  public final func embed(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:],
    onResult receive: Navigator.ResultHandler? = nil
  ) throws(Navigator.NavigationError) -> PageViewModel {
    guard let navigator, isOpen else {
      throw .creationFailed(localized("\(self.url): page is not open"))
    }
    guard enclosingPages.count < Self.depthLimit else {
      throw .creationFailed(localized("\(url): too many embedded pages (limit \(Self.depthLimit))"))
    }
    let page = try navigator.make(url, options: options)
    guard isOpen else {
      throw .creationFailed(localized("\(url): parent page was closed while opening"))
    }
    page.resultHandler = receive
    attach(page, at: children.count)
    return page
  }

  /// This page and the pages in which it is embedded, the innermost first.
  private var enclosingPages: [PageViewModel] {
    Array(sequence(first: self as ViewModel, next: \.parent)).compactMap { $0 as? PageViewModel }
  }

  /// A Boolean value that indicates whether a navigator has opened this page or a page in which it
  /// is embedded, and not closed it.
  private var isOpen: Bool {
    guard let outermost = enclosingPages.last else { return false }
    return navigator?.pageIndex(of: outermost) != nil
  }
}
