import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

/// A terminal for line mode that records output and receives lines from a test.
@MainActor
final class ScriptedTerminal: LineTerminal {
  var size: Size
  private(set) var text = ""
  private(set) var isClosed = false
  private(set) var loans = 0
  private var receive: (@MainActor (LineEvent) -> Void)?

  init(size: Size) { self.size = size }

  func start(_ receive: @escaping @MainActor (LineEvent) -> Void) { self.receive = receive }

  func write(_ text: String) { self.text += text }

  func suspendOutput(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void) {
    loans += 1
    perform(SuspendedTerminal())
  }

  func suspend() {}

  func close() { isClosed = true }

  /// Sends an event, and echoes a typed line as terminals do.
  func send(_ event: LineEvent) {
    if case .line(let line) = event { text += "\(line)\n" }
    receive?(event)
  }
}

/// A user of line mode, who types lines and reads the output.
@MainActor
final class LineModeDriver {
  let terminal: ScriptedTerminal
  let browser: Browser
  let clock: ManualClock
  let mode: LineMode
  private(set) var status: Int32?

  /// The output up to the last read.
  private var read = ""

  init(
    _ url: String, columns: Int = 60, rows: Int = 8, registry: ModuleRegistry? = nil,
    pick: [String]? = nil, restored state: NavigatorState? = nil
  ) async throws {
    clock = ManualClock()
    let navigator = Navigator(registry: registry ?? Launch.registry(clock: clock))
    if let state { navigator.restore(state) } else { try navigator.push(ModuleURL(url)) }
    terminal = ScriptedTerminal(size: Size(columns: columns, rows: rows))
    browser = Browser(navigator: navigator)
    if let pick { browser.picking = PickSession(try Options(["--pick"] + pick)) }
    mode = LineMode(browser, terminal: terminal, clock: clock)
    browser.control = mode
    try mode.start { [weak self] in self?.status = $0 }
    await prompt()
  }

  /// Waits until the program shows a prompt or ends.
  private func prompt() async {
    await eventually("a prompt") {
      status != nil || terminal.text.count > read.count && isAsked
    }
    await settle()
  }

  /// A Boolean value that indicates whether the last line of the output is a prompt.
  private var isAsked: Bool { !terminal.text.hasSuffix("\n") && !terminal.text.isEmpty }

  /// The output since the last read, without the final prompt.
  var news: [String] {
    let lines = terminal.text.dropFirst(read.count).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    read = terminal.text
    return lines.last == "" && lines.count == 1
      ? [] : lines.last == LineMode.sign ? lines.dropLast() : lines
  }

  /// Types lines, and returns the output after the last one.
  @discardableResult
  func type(_ lines: String...) async -> [String] {
    for line in lines {
      terminal.send(.line(line))
      read = terminal.text
      await prompt()
    }
    return news
  }

  /// Sends an event that is not a line, and returns the output.
  @discardableResult
  func send(_ event: LineEvent) async -> [String] {
    read = terminal.text
    terminal.send(event)
    await prompt()
    return news
  }

  /// Advances the clock.
  func wait(_ duration: Duration) async {
    clock.advance(by: duration)
    await settle()
  }
}
