import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

/// A terminal on which a test types lines, and which keeps what was written.
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

  func lend(wholeScreen: Bool, _ perform: (LentTerminal) -> Void) {
    loans += 1
    perform(LentTerminal())
  }

  func suspend() {}

  func close() { isClosed = true }

  /// Lets something happen; what is typed is written, as terminals do.
  func send(_ event: LineEvent) {
    if case .line(let line) = event { text += "\(line)\n" }
    receive?(event)
  }
}

/// A user of the browser in lines: it types them, and reads what is said.
@MainActor
final class LineUser {
  let terminal: ScriptedTerminal
  let browser: Browser
  let clock: ManualClock
  let mode: LineMode
  private(set) var status: Int32?

  /// What was written before it was read last.
  private var read = ""

  init(
    _ url: String, columns: Int = 60, rows: Int = 8, registry: ModuleRegistry? = nil,
    pick: [String]? = nil
  ) async throws {
    clock = ManualClock()
    let navigator = Navigator(registry: registry ?? Launch.registry(clock: clock))
    try navigator.push(ModuleURL(url))
    terminal = ScriptedTerminal(size: Size(columns: columns, rows: rows))
    browser = Browser(navigator: navigator)
    if let pick { browser.picking = Picking(try Options(["--pick"] + pick)) }
    mode = LineMode(browser, terminal: terminal, clock: clock)
    browser.control = mode
    try mode.start { [weak self] in self?.status = $0 }
    await prompt()
  }

  /// Waits until a line is asked for, or the program ends.
  private func prompt() async {
    await eventually("a prompt") {
      status != nil || terminal.text.count > read.count && isAsked
    }
    await settle()
  }

  /// Whether the last line is one that is to be written on.
  private var isAsked: Bool { !terminal.text.hasSuffix("\n") && !terminal.text.isEmpty }

  /// What was said since it was asked last, without what one is asked at the end.
  var news: [String] {
    let lines = terminal.text.dropFirst(read.count).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    read = terminal.text
    return lines.last == "" && lines.count == 1
      ? [] : lines.last == LineMode.sign ? lines.dropLast() : lines
  }

  /// Types lines, and returns what is said to the last of them.
  @discardableResult
  func type(_ lines: String...) async -> [String] {
    for line in lines {
      terminal.send(.line(line))
      read = terminal.text
      await prompt()
    }
    return news
  }

  /// Lets something happen that is no line.
  @discardableResult
  func send(_ event: LineEvent) async -> [String] {
    read = terminal.text
    terminal.send(event)
    await prompt()
    return news
  }

  /// Lets time pass.
  func wait(_ duration: Duration) async {
    clock.advance(by: duration)
    await settle()
  }
}
