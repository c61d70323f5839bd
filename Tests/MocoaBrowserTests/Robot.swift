import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

/// A user of the browser: it presses keys, and reads the screen.
@MainActor
final class Robot {
  let backend: RecordingBackend
  let browser: Browser
  let clock: ManualClock
  private let run: Task<Int32, any Error>

  /// - Parameter tellsTime: whether it is said when what is seen changed last.
  init(
    _ url: String, debug: Bool = false, columns: Int = 60, rows: Int = 10,
    registry: ModuleRegistry? = nil, clock: ManualClock = ManualClock(), tellsTime: Bool = true,
    theme: Theme = .standard, keys: Keys = .standard, places: Places = Places()
  ) async throws {
    self.clock = clock
    let registry = registry ?? Launch.registry(clock: clock, places: places)
    let navigator = Navigator(registry: registry, isDebugging: debug)
    try navigator.push(ModuleURL(url))
    let backend = RecordingBackend(size: Size(columns: columns, rows: rows))
    let browser = Browser(navigator: navigator, theme: theme, keys: keys)
    let application = Application(
      backend: backend, content: browser, keys: keys.global, clock: clock)
    browser.control = application
    browser.places = places
    if !tellsTime { browser.screen?.now = nil }
    (self.backend, self.browser) = (backend, browser)
    run = Task { try await application.run() }
    await eventually("the first frame") { backend.screen != nil }
  }

  /// Presses keys, each of which is answered before the next.
  func press(_ keys: KeyPress...) async {
    for key in keys {
      backend.send(.key(key))
      await settle()
    }
  }

  /// Lets time pass.
  func wait(_ duration: Duration) async {
    clock.advance(by: duration)
    await settle()
  }

  /// Waits until something is so, while time passes: a frame that comes soon after another waits for it.
  func sees(_ what: String, _ condition: () -> Bool) async {
    await eventually(what) {
      clock.advance(by: .milliseconds(1))
      return condition()
    }
  }

  /// Waits until a row has a text: what is read on a thread may come late, and is revealed then, which
  /// takes time.
  func sees(_ text: String) async {
    await sees("\"\(text)\"") { rows.contains { $0.contains(text) } }
  }

  /// Waits until a row is as it is to be.
  func sees(_ isWanted: (String) -> Bool) async {
    await sees("such a row") { rows.contains(where: isWanted) }
  }

  /// Types text; what ends a line is Enter.
  func type(_ text: String) async {
    for scalar in text.unicodeScalars {
      await press(scalar == "\r" ? KeyPress(.enter) : .character(scalar))
    }
  }

  /// The rows of the screen.
  var rows: [String] {
    backend.screen?.description.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init) ?? []
  }

  /// The exit status, once the browser has ended.
  var status: Int32 {
    get async throws { try await run.value }
  }
}
