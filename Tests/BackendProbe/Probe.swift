import Dispatch
import Glibc
import MocoaNcurses

// The probe writes glyphs into a surface directly, which needs a testable import. A release build
// does not support that.
#if DEBUG
  @testable import MocoaTerminal
#else
  import MocoaTerminal
#endif

/// The screen of the probe, and its response to each key.
@MainActor
final class Probe {
  /// The exit status.
  var status: Int32 = 0

  private let backend: NcursesBackend
  private var shown: Surface
  private var top = 0
  private var changes = 0
  private var cursor: Point?
  private var page: Page = .list
  private var news = "ready"
  private var resumptions = 0
  private var mice = 0
  private var takesItsTime = false

  /// The texts of the file that the first argument names.
  private lazy var texts = TextPage(path: CommandLine.arguments.dropFirst().first ?? "")

  private var isDue = false
  private var end: CheckedContinuation<Void, any Error>?

  private enum Page {
    case list, wide, colors, samples, texts
  }

  init(_ backend: NcursesBackend) {
    self.backend = backend
    shown = Surface(size: backend.size)
  }

  /// Starts the backend, and resumes the continuation at the end.
  func run(until end: CheckedContinuation<Void, any Error>) {
    self.end = end
    do {
      try backend.start { [self] event in take(event) }
      draw()
    } catch {
      finish(.failure(error))
    }
  }

  private func finish(_ result: Result<Void, any Error>) {
    end?.resume(with: result)
    end = nil
  }

  private func take(_ event: TerminalEvent) {
    guard end != nil else { return }
    do {
      if try !handle(event) { finish(.success(())) }
    } catch {
      finish(.failure(error))
    }
    // Handles all pending events first, and then draws at most one frame.
    guard !isDue else { return }
    isDue = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        self.isDue = false
        if self.end != nil { self.draw() }
      }
    }
  }

  /// Handles an event.
  ///
  /// - Returns: `false` to end the program.
  private func handle(_ event: TerminalEvent) throws -> Bool {
    switch event {
    case .key(let key):
      if try !press(key) { return false }
    case .mouse(let event):
      let place = "\(event.position.column),\(event.position.row)"
      news = "mouse \(event.action) \(place) \(event.modifiers.rawValue)"
      mice += 1
    case .paste(let text, let isWhole):
      let start = text.unicodeScalars.prefix(30).map { $0.escaped(asASCII: true) }.joined()
      news = "paste \(isWhole ? "whole" : "part") \(text.utf8.count) \(start)"
    case .background(let isLight):
      news = "background \(isLight ? "light" : "dark")"
    case .resize(let size):
      news = "resize \(size.columns)x\(size.rows)"
    case .resumed:
      resumptions += 1
      news = "resumed \(resumptions) \(backend.size.columns)x\(backend.size.rows)"
    case .terminate(let signal) where takesItsTime:
      news = "told \(signal)"
    case .terminate(let signal):
      status = TerminalGuard.exitStatus(signal)
      return false
    case .closed:
      status = 3
      return false
    }
    return true
  }

  private func press(_ key: KeyPress) throws -> Bool {
    news = "key \(key.key) \(key.modifiers.rawValue)"
    switch key {
    case .character("q"): return false
    case .character("j"): top += 1; news = "ready"
    case .character("k"): top -= 1; news = "ready"
    case .character("u"): changes += 1; news = "ready"
    case .character("n"): backend.present(shown, damage: whole, cursor: cursor); news = "ready"
    case .character("c"): cursor = Point(column: 3, row: 2)
    case .character("C"): cursor = nil
    case .character("W"): page = .wide
    case .character("L"): page = .colors
    case .character("S"): page = .samples; news = "samples"
    case .character("T"): page = .texts; news = "texts \(top)"
    case .character("t"): top += backend.size.rows - 1; news = "texts \(top)"
    case .character("M"): backend.isMouseOn.toggle(); news = "mouse \(backend.isMouseOn)"
    case .character("i"): takesItsTime = true
    case .character("N"): news = "mice \(mice)"
    case .character("r"): backend.repaint()
    case .character("b"): backend.bell()
    case .character("e"): complain("a word on stderr")
    case .control("z"): backend.suspend()
    default: if key.modifiers == [] { try CrashScenario.happen(key.key) }
    }
    return true
  }

  /// Draws the current page.
  func draw() {
    var frame = Surface(size: backend.size)
    #if DEBUG
      switch page {
      case .list: drawList(&frame)
      case .wide: drawWide(&frame)
      case .colors: drawColors(&frame)
      case .samples: drawSamples(&frame)
      case .texts: texts.draw(from: top, into: &frame)
      }
      frame.put(news, 0, frame.size.rows - 1)
    #endif
    backend.present(frame, damage: damage(frame), cursor: cursor)
    shown = frame
  }

  private var whole: [Damage] {
    (0..<shown.size.rows).map { Damage(row: $0, columns: 0..<shown.size.columns) }
  }

  private func damage(_ frame: Surface) -> [Damage] {
    guard frame.size == shown.size else {
      return (0..<frame.size.rows).map { Damage(row: $0, columns: 0..<frame.size.columns) }
    }
    return (0..<frame.size.rows).compactMap { row in
      let differing = (0..<frame.size.columns).filter { frame[$0, row] != shown[$0, row] }
      guard let first = differing.first, let last = differing.last else { return nil }
      return Damage(row: row, columns: first..<(last + 1))
    }
  }

  #if DEBUG
    private func drawList(_ frame: inout Surface) {
      let width = frame.size.columns
      for row in 0..<max(0, frame.size.rows - 1) {
        let number = top + row
        // Full-width rows in which every column differs from the rows above and below.
        let detail = (0..<width).map { String((number * 7 + $0 * 3) % 10) }.joined()
        let change = row == 1 ? changes : 0
        frame.put(String("row \(number) | \(change) | \(detail)".prefix(width)), 0, row)
      }
    }

    private func drawWide(_ frame: inout Surface) {
      let (right, bottom) = (frame.size.columns - 1, frame.size.rows - 2)
      guard right >= 20, bottom >= 8 else { return }
      frame.put("wide 日本語|", 0, 0)
      frame.put("mark e\u{301}|", 0, 1)
      // Widths that differ from those of the C library.
      frame.glyphs[2 * frame.size.columns] = Glyph(scalar: 0x65E5, style: .plain, width: 1)
      frame.put("|narrow 日", 1, 2)
      frame.glyphs[3 * frame.size.columns] = Glyph(scalar: 0x41, style: .plain, width: 2)
      frame.glyphs[3 * frame.size.columns + 1] = .continuation(.plain)
      frame.put("|wide A", 2, 3)
      frame.put("\u{1B}|escape", 0, 4)
      // Only half of a wide glyph fits here.
      frame.glyphs[5 * frame.size.columns + right] = Glyph(
        scalar: 0x65E5, style: .plain, width: 2)
      frame.put("below the edge", 0, 6)
      frame.put("日", right - 1, 7)
      frame.put("styles", 0, bottom - 1, Style([.bold, .italic, .underline]))
      frame.glyphs[frame.glyphs.count - 1] = Glyph(scalar: 0x23, style: .plain, width: 1)
    }

    /// Draws one row for each form of a color, and more colors than a terminal has numbers for.
    private func drawSamples(_ frame: inout Surface) {
      for row in 0..<max(0, frame.size.rows - 1) {
        frame.put(String(repeating: " ", count: frame.size.columns), 0, row)
      }
      frame.put("accent", 0, 0, Style(foreground: .rgb(95, 215, 215), .bold))
      frame.put("ground", 0, 1, Style(background: .rgb(175, 0, 0)))
      frame.put("palette", 0, 2, Style(foreground: 208))
      frame.put("named", 0, 3, Style(foreground: 9))
      guard top > 0 else { return }
      for place in 0..<300 {
        let color = Color.rgb(UInt8(place % 256), 40, UInt8(place / 2))
        frame.put("x", place % 60, 4 + place / 60, Style(foreground: color))
      }
    }

    private func drawColors(_ frame: inout Surface) {
      for row in 0..<max(0, frame.size.rows - 1) {
        for column in 0..<frame.size.columns {
          let number = row * frame.size.columns + column
          let style = Style(
            foreground: .palette(UInt8(number % 256)),
            background: .palette(UInt8((number / 256 + 16) % 256)))
          frame.put("x", column, row, style)
        }
      }
    }
  #endif
}

#if DEBUG
  extension Surface {
    /// Writes text whose scalars are one column wide, two columns from U+1100, or combining marks.
    mutating func put(_ text: String, _ column: Int, _ row: Int, _ style: Style = .plain) {
      var column = column
      for character in text where column < size.columns && row >= 0 {
        var scalars = character.unicodeScalars.map(\.value)[...]
        let scalar = scalars.removeFirst()
        var glyph = Glyph(scalar: scalar, style: style, width: scalar < 0x1100 ? 1 : 2)
        for (place, mark) in scalars.prefix(4).enumerated() { glyph.marks[place] = mark }
        glyphs[row * size.columns + column] = glyph
        if glyph.width == 2, column + 1 < size.columns {
          glyphs[row * size.columns + column + 1] = .continuation(style)
        }
        column += Int(glyph.width)
      }
    }
  }
#endif
