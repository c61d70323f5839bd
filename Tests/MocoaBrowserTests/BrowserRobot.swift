import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

/// A simulated user of the browser, which presses keys and reads the screen.
@MainActor
final class BrowserRobot {
  let backend: RecordingBackend
  let browser: Browser
  let clock: ManualClock
  private let run: Task<Int32, any Error>

  /// Creates a robot on a page.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - debug: A Boolean value that indicates whether debug mode is on.
  ///   - columns: The width of the screen.
  ///   - rows: The height of the screen.
  ///   - registry: The modules, or `nil` for those of the program.
  ///   - clock: The clock of the application.
  ///   - tellsTime: A Boolean value that indicates whether the status shows the time of the last
  ///     change.
  init(
    _ url: String, debug: Bool = false, columns: Int = 60, rows: Int = 10,
    registry: ModuleRegistry? = nil, clock: ManualClock = ManualClock(), tellsTime: Bool = true,
    theme: Theme = .standard, keys: KeyBindings = .standard, places: LocationStore = LocationStore()
  ) async throws {
    self.clock = clock
    let registry = registry ?? Launch.registry(clock: clock, locations: places)
    let navigator = Navigator(registry: registry, isDebugging: debug)
    try navigator.push(ModuleURL(url))
    let backend = RecordingBackend(size: Size(columns: columns, rows: rows))
    let browser = Browser(navigator: navigator, theme: theme, keys: keys)
    let application = Application(
      backend: backend, content: browser, keys: keys.global, clock: clock)
    browser.control = application
    browser.places = places
    if !tellsTime {
      browser.updateSessions()
      browser.screen?.changeTracking?.clock = nil
    }
    (self.backend, self.browser) = (backend, browser)
    run = Task { try await application.run() }
    await eventually("the first frame") { backend.screen != nil }
  }

  /// Presses keys.
  ///
  /// The robot waits until each key is handled before it sends the next.
  func press(_ keys: KeyPress...) async {
    for key in keys {
      backend.send(.key(key))
      await settle()
    }
  }

  /// Advances the clock.
  func wait(_ duration: Duration) async {
    clock.advance(by: duration)
    await settle()
  }

  /// Waits for a condition and advances the clock, because a frame may be deferred after another
  /// one.
  func sees(_ what: String, _ condition: () -> Bool) async {
    await eventually(what) {
      clock.advance(by: .milliseconds(1))
      return condition()
    }
  }

  /// Waits until a row contains a text.
  ///
  /// The clock advances, because background results arrive late and are revealed with an animation.
  func sees(_ text: String) async {
    await sees("\"\(text)\"") { rows.contains { $0.contains(text) } }
  }

  /// Waits until a row satisfies a condition.
  func sees(_ isWanted: (String) -> Bool) async {
    await sees("such a row") { rows.contains(where: isWanted) }
  }

  /// Types text.
  ///
  /// A carriage return is the Enter key.
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

  /// The exit status, after the browser has ended.
  var status: Int32 {
    get async throws { try await run.value }
  }
}
