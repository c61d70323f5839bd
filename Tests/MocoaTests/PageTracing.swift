import Mocoa
import Testing

/// The notifications of pages: `a+` will appear, `a*` did appear, `a-` will disappear, `a.` did
/// disappear.
@MainActor
final class PageTrace {
  private var entries: [String] = []
  var onEntry: ((String) -> Void)?

  func note(_ entry: String) {
    entries.append(entry)
    onEntry?(entry)
  }

  /// Returns the notifications since the last call.
  func take() -> String {
    defer { entries = [] }
    return entries.joined(separator: " ")
  }
}

/// A page that records its notifications.
class TracedPage: PageViewModel {
  let trace: PageTrace

  init(_ options: PageOptions, _ trace: PageTrace) {
    self.trace = trace
    super.init(options: options)
  }

  override func prepare() { trace.note("\(title)!") }
  override func willAppear() { trace.note("\(title)+") }
  override func didAppear() { trace.note("\(title)*") }
  override func willDisappear() { trace.note("\(title)-") }
  override func didDisappear() { trace.note("\(title).") }
}

/// A page that embeds the pages in its option `with`.
final class ContainerPage: TracedPage {
  override func prepare() {
    super.prepare()
    for name in (try? options.strings("with")) ?? [] {
      _ = try? embed(ModuleURL("mocoa://h/\(name)"))
    }
  }
}

/// A navigator whose pages record their notifications.
@MainActor
struct TracedNavigator {
  let trace = PageTrace()
  let registry = ModuleRegistry()
  let navigator: Navigator

  init() {
    let trace = trace
    for name in ["a", "b", "c", "d", "e"] {
      registry.define("mocoa://h/\(name)").page(name) { TracedPage($0, trace) }
    }
    registry.define("mocoa://h/box").page("box") { ContainerPage($0, trace) }
    registry.define("mocoa://h/cell").register(AnySampleViewModel.self)
    navigator = Navigator(registry: registry)
  }

  /// Returns the URL of a page.
  func url(_ name: String) throws -> ModuleURL { try ModuleURL("mocoa://h/\(name)") }

  /// Opens a page.
  @discardableResult
  func push(_ name: String) throws -> PageViewModel { try navigator.push(url(name)) }

  /// Presents a page.
  @discardableResult
  func present(
    _ name: String, receive: Navigator.ResultHandler? = nil
  ) throws -> PageViewModel {
    try navigator.present(url(name), onResult: receive)
  }

  /// The titles of the visible pages.
  var shown: String { navigator.shownPages.map(\.title).joined(separator: " ") }
}
