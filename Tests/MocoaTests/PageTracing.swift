import Mocoa
import Testing

/// What pages were told, in order: `a+` will appear, `a*` did, `a-` will disappear, `a.` did.
@MainActor
final class PageTrace {
  private var entries: [String] = []
  var onEntry: ((String) -> Void)?

  func note(_ entry: String) {
    entries.append(entry)
    onEntry?(entry)
  }

  /// What was told since it was asked last.
  func take() -> String {
    defer { entries = [] }
    return entries.joined(separator: " ")
  }
}

/// A page that says what it is told.
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

/// A page that embeds those that its option `with` names.
final class ContainerPage: TracedPage {
  override func prepare() {
    super.prepare()
    for name in (try? options.texts("with")) ?? [] {
      _ = try? embed(ModuleURL("mocoa://h/\(name)"))
    }
  }
}

/// A navigator whose pages say what they are told.
@MainActor
struct TracedNavigator {
  let trace = PageTrace()
  let registry = ModuleRegistry()
  let navigator: Navigator

  init() {
    let trace = trace
    for name in ["a", "b", "c", "d", "e"] {
      registry["mocoa://h/\(name)"].page(name) { TracedPage($0, trace) }
    }
    registry["mocoa://h/box"].page("box") { ContainerPage($0, trace) }
    registry["mocoa://h/cell"].register(AnySampleViewModel.self)
    navigator = Navigator(registry: registry)
  }

  /// The URL of one of the pages.
  func url(_ name: String) throws -> ModuleURL { try ModuleURL("mocoa://h/\(name)") }

  /// Opens one of the pages.
  @discardableResult
  func push(_ name: String) throws -> PageViewModel { try navigator.push(url(name)) }

  /// Presents one of the pages.
  @discardableResult
  func present(
    _ name: String, receive: Navigator.Receiver? = nil
  ) throws -> PageViewModel {
    try navigator.present(url(name), receive: receive)
  }

  /// The titles of the pages that can be seen.
  var shown: String { navigator.shownPages.map(\.title).joined(separator: " ") }
}
