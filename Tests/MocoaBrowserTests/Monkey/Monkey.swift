import Mocoa
import MocoaData
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

/// A simulated user who performs random actions and checks the invariants of the browser.
@MainActor
final class Monkey {
  let seed: UInt64
  let kind: MonkeyCage.Kind
  private var random: SeededGenerator
  private let cage: MonkeyCage
  private let robot: BrowserRobot
  private var mirrors: [ListMirror] = []

  /// The performed steps, for the report.
  private var steps: [String] = []
  private(set) var violation: String?

  /// The number of commands that would have run.
  private var runs = 0

  init(seed: UInt64, kind: MonkeyCage.Kind) async throws {
    (self.seed, self.kind) = (seed, kind)
    random = SeededGenerator(seed: seed)
    cage = try MonkeyCage(kind, &random)
    let size = Self.size(&random)
    robot = try await BrowserRobot(
      cage.url, debug: Bool.random(using: &random), columns: size.columns, rows: size.rows,
      registry: cage.registry, clock: cage.clock)
    robot.browser.folder = cage.folder.folder
    robot.browser.now = { 0 }
    robot.browser.commands.shell.variable = { _ in nil }
    robot.browser.commands.shell.run = { [weak self] _, _, _ in
      self?.runs += 1
      return .success(.exit(0))
    }
  }

  /// The report of the session, with the last steps at the end.
  var report: String {
    "MOCOA_MONKEY_SEED=\(seed) (\(kind)), step \(steps.count): \(violation ?? "")\n"
      + steps.suffix(25).joined(separator: "\n") + "\n"
      + robot.rows.map { "|\($0)" }.joined(separator: "\n")
  }

  private var hasEnded: Bool { robot.backend.calls.contains("close") }

  // MARK: - A session

  func play(_ count: Int) async {
    for _ in 0..<count where violation == nil && !hasEnded {
      await step()
      await rest()
      if !hasEnded { await check() }
    }
    if violation == nil, !hasEnded { await leave() }
  }

  /// Advances the clock until pending operations continue and deferred frames are drawn.
  private func rest() async {
    await settle()
    await robot.wait(.milliseconds(40))
    await robot.wait(.milliseconds(40))
    guard goInside() else { return }
    // The outside page was drawn last, so the page inside must be drawn again.
    robot.browser.control?.setNeedsDisplay()
    await robot.wait(.milliseconds(40))
  }

  /// Returns from a file or folder outside of the cage.
  ///
  /// - Returns: `true` if the page was outside.
  private func goInside() -> Bool {
    var wasOutside = false
    for _ in 0..<3 {
      guard let path = robot.browser.navigator.focusedPage?.url["path"],
        !path.hasPrefix(cage.folder.folder), (try? robot.browser.navigator.goBack()) == true
      else { break }
      wasOutside = true
    }
    return wasOutside
  }

  private func step() async {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<50: await press(key())
    case ..<58: await type(text())
    case ..<65: send(.paste(text() + (Bool.random(using: &random) ? "\nx" : "")))
    case ..<73: send(.mouse(mouse()))
    case ..<80:
      send(.resize(Self.size(&random)))
    case ..<92:
      steps.append("the source changes")
      do { try cage.change(&random) } catch { fail("the source cannot be changed: \(error)") }
    default:
      let time = [1, 50, 500, 3_000].randomElement(using: &random) ?? 1
      steps.append("\(time) ms pass")
      await robot.wait(.milliseconds(time))
    }
  }

  private func send(_ event: TerminalEvent) {
    steps.append("\(event)")
    robot.backend.send(event)
  }

  private func press(_ key: KeyPress) async {
    if key == KeyPress(.enter) { await keepLineInside() }
    // Keys that lead to the parent folder are undone by `goInside()`.
    send(.key(key))
  }

  /// Types keys without waiting for a response.
  private func type(_ text: String) async {
    for scalar in text.unicodeScalars { send(.key(.character(scalar))) }
  }

  /// Replaces a line that would write or open a file outside of the cage.
  private func keepLineInside() async {
    await settle()
    guard case .prompt(let prompt) = robot.browser.overlay else { return }
    let text = prompt.line.text
    switch prompt.purpose {
    case .write where !text.isEmpty:
      let form = ["json", "csv", "x"].randomElement(using: &random) ?? ""
      let file = "out\(Int.random(in: 0..<3, using: &random)).\(form)"
      robot.backend.send(.key(.control("u")))
      robot.backend.send(.key(.control("k")))
      robot.backend.send(.paste(cage.folder.path(of: file)))
    case .go where text.contains("write") || !text.hasPrefix("mocoa://") && isPath(text):
      robot.backend.send(.key(.control("u")))
      robot.backend.send(.key(.control("k")))
    default: return
    }
    await settle()
  }

  private func isPath(_ text: String) -> Bool { text.contains { "/.~".contains($0) } }

  // MARK: - Actions

  private static let keys: [KeyPress] =
    "jkgGlhoHLBtx{}fsSbc.,$^zZ/nN#?vJK><i~yYd mauAFrp[]=M!|ewD12".unicodeScalars.map {
      KeyPress.character($0)
    } + "abcdefgklnopuwyz".unicodeScalars.map { KeyPress.control($0) }
    + [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab, .backTab, .backspace,
      .delete, .insert, .function(1), .function(5), .unknown,
    ].map { KeyPress($0) }

  private func key() -> KeyPress {
    switch Int.random(in: 0..<20, using: &random) {
    case ..<3: KeyPress(.escape)
    case ..<6: KeyPress(.enter)
    case ..<8: KeyPress(.down)
    case 8: .character(":")
    case 9 where Int.random(in: 0..<4, using: &random) == 0: .character("q")
    default: Self.keys.randomElement(using: &random) ?? KeyPress(.down)
    }
  }

  private static let texts = [
    "a", "id", "year", "name", "name:a", "!a", "(", "\"", "/a/", "/(/", "year>1952", "日本",
    "e\u{301}",
    "👩‍👩‍👧", "\u{1B}[A", "\u{202E}", "back", "home", "tab", "x y z", "echo {id}", "rm {name}", "{}",
    "kind", "-id", "motion off", "7", "99999999999999999999", "mocoa://home/", "mocoa://examples/",
    "fold-all", "mark-all", "copy", "debug", "live", "older", "w",
  ]

  private func text() -> String {
    let text = Self.texts.randomElement(using: &random) ?? ""
    return Int.random(in: 0..<20, using: &random) == 0 ? String(repeating: text, count: 200) : text
  }

  private func mouse() -> MouseEvent {
    let size = robot.backend.size
    let point = Point(
      column: Int.random(in: 0...(size.columns + 1), using: &random),
      row: Int.random(in: 0...(size.rows + 1), using: &random))
    let actions: [MouseEvent.Action] = [
      .press(.left), .press(.left), .press(.right), .press(.middle), .wheelUp, .wheelDown,
    ]
    return MouseEvent(actions.randomElement(using: &random) ?? .wheelUp, at: point)
  }

  private static func size(_ random: inout SeededGenerator) -> Size {
    let columns = [1, 2, 8, 20, 40, 80, 200].randomElement(using: &random) ?? 80
    let rows = [1, 2, 3, 4, 5, 7, 10, 24, 50].randomElement(using: &random) ?? 24
    return Size(columns: columns, rows: rows)
  }

  // MARK: - Invariants

  private func fail(_ what: String?) { violation = violation ?? what }

  private func check() async {
    guard let surface = robot.backend.screen else { return fail("no screen") }
    if surface.size != robot.backend.size {
      fail("the surface has \(surface.size), the terminal \(robot.backend.size)")
    }
    fail(surface.invariantViolation())
    if let cursor = robot.backend.cursor,
      !(0..<surface.size.columns).contains(cursor.column)
        || !(0..<surface.size.rows).contains(cursor.row)
    {
      fail("the cursor is at \(cursor), outside of \(surface.size)")
    }
    for page in robot.browser.navigator.shownPages {
      for list in page.listPages.map(\.list) {
        if !mirrors.contains(where: { $0.list === list }) { mirrors.append(ListMirror(list)) }
      }
    }
    for mirror in mirrors { fail(mirror.check()) }
    checkMarks()
    // A thread may have changed a source after the last frame. The next frame shows the cursor.
    for _ in 0..<Self.cursorFrames where cursorViolation() != nil && !hasEnded { await rest() }
    if !hasEnded { fail(cursorViolation()) }
  }

  private static let cursorFrames = 10

  private func checkMarks() {
    guard let list = robot.browser.listScreen, let chosen = list.targetItems else { return }
    for part in chosen.slices {
      for run in part.runs {
        let isThere =
          part.list.sections.indices.contains(run.section)
          && run.range.clamped(to: 0..<part.list.sections[run.section].items.count) == run.range
        if !isThere { fail("\(run) is marked, or under the cursor, and not in its list") }
      }
    }
    if list.markedCount > 0, list.markedCount != chosen.count {
      fail("\(list.markedCount) are marked, \(chosen.count) chosen")
    }
  }

  /// Returns the reason why the cursor is not on a visible item of a visible list, or `nil` if it
  /// is.
  private func cursorViolation() -> String? {
    switch robot.browser.overlay {
    case .panel: return nil
    case .prompt(let prompt): if case .palette = prompt.purpose { return nil }
    case .copyMenu, nil: break
    }
    guard let screen = robot.browser.screen, robot.browser.window.area.size.rows > 0,
      let page = screen.focusedPage as? ListPageViewModel
    else { return nil }
    let list = page.list
    if let path = screen.focusedList?.currentCell?.shownPath {
      if !list.snapshot.contains(path) { return "the cursor is on \(path), which is not there" }
      if screen.focusedList?.currentCell?.isDisplayed != true {
        return "the cursor is on \(path), which is not seen"
      }
    } else if list.children.contains(where: { section in
      section.children.contains { child in
        let cell = child as? AnyCellViewModel
        return cell?.shownPath != nil && cell?.isDisplayed == true
      }
    }) {
      return "items are seen, and the cursor is on none"
    }
    return nil
  }

  // MARK: - The end

  /// Closes all overlays, leaves text input, and ends the program.
  private func leave() async {
    for _ in 0..<6 where robot.browser.overlay != nil {
      send(.key(KeyPress(.escape)))
      await rest()
    }
    if robot.browser.overlay != nil { return fail("Esc does not close what lies over the page") }
    for _ in 0..<8 where robot.browser.takesText && !hasEnded {
      send(.key(KeyPress(.escape)))
      await rest()
    }
    if robot.browser.takesText { return fail("Esc does not leave a page that takes text") }
    for _ in 0..<3 where robot.browser.writing != nil {
      send(.key(KeyPress(.escape)))
      await rest()
    }
    if hasEnded { return }
    send(.key(.character("Q")))
    await rest()
    if !hasEnded { fail("Q does not end the program") }
  }
}
