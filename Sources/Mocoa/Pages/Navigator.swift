/// The pages that were opened, as a stack of view models that all stay as they were left.
@MainActor
public final class Navigator {
  /// How many pages are kept to go back to; older ones are let go.
  static let historyLimit = 50

  /// Where pages are looked for.
  public let registry: ModuleRegistry

  /// Whether a page that cannot be opened shows as a placeholder instead of being refused.
  public var isDebugging: Bool

  /// The pages from the first that is kept to the one that is shown.
  public private(set) var history: [PageViewModel] = []

  /// A navigator without a page.
  public init(registry: ModuleRegistry, isDebugging: Bool = false) {
    self.registry = registry
    self.isDebugging = isDebugging
  }

  /// The page that is shown; nil before the first.
  public var current: PageViewModel? { history.last }

  /// Why a page was not opened.
  public enum Failure: Error, CustomStringConvertible {
    /// There is no module there.
    case lookup(ModuleRegistry.LookupError)

    /// The module there is no page.
    case notAPage(ModuleURL)

    /// The page could not be made, for the reason given in one line.
    case refused(String)

    /// The reason in one line.
    public var description: String {
      switch self {
      case .lookup(let error): error.description
      case .notAPage(let url): "\(url.module): a module, but not a page"
      case .refused(let reason): reason
      }
    }
  }

  /// Opens a page and shows it.
  ///
  /// - Throws: why it was not opened; what is shown stays. In debug mode nothing is thrown: a
  ///   placeholder page says why.
  @discardableResult
  public func open(_ url: ModuleURL) throws(Failure) -> PageViewModel {
    let page = try make(url)
    history.append(page)
    if history.count > Self.historyLimit { history.removeFirst() }
    return page
  }

  /// Goes back to the page before.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func back() -> Bool {
    guard history.count > 1 else { return false }
    history.removeLast()
    return true
  }

  /// Goes out to the page above: back to it where it is in the history, else to a new one, from
  /// which `back()` leads here again.
  ///
  /// - Returns: whether there is a page above.
  /// - Throws: why the page above was not opened.
  @discardableResult
  public func out() throws(Failure) -> Bool {
    guard let parent = current?.parentURL else { return false }
    if let place = history.dropLast().lastIndex(where: { $0.url.isSamePage(as: parent) }) {
      history.removeSubrange((place + 1)...)
    } else {
      try open(parent)
    }
    return true
  }

  private func make(_ url: ModuleURL) throws(Failure) -> PageViewModel {
    let page: PageViewModel
    do throws(Failure) {
      page = try found(url)
    } catch {
      guard isDebugging else { throw error }
      page = PlaceholderPageViewModel(url: url, reason: "\(error)")
    }
    page.ready()
    return page
  }

  private func found(_ url: ModuleURL) throws(Failure) -> PageViewModel {
    let module: Module
    do {
      module = try registry.module(at: url)
    } catch {
      throw .lookup(error)
    }
    guard let slot = module.pageSlot else { throw .notAPage(url) }
    do {
      return try slot.make(url)
    } catch {
      throw .refused("\(error)")
    }
  }
}

extension ModuleURL {
  /// Whether both open the same page; the fragment only says where the cursor starts.
  public func isSamePage(as other: ModuleURL) -> Bool {
    isSameModule(as: other) && options == other.options
  }
}
