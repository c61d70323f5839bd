import Foundation
import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

/// What a terminal is sent for the same four colours, each kind of terminal by itself.
@Suite("Colours, as they are sent", .serialized)
struct ColorOutputTests {
  /// What is sent before each of the words of the samples.
  private func sequences(_ environment: [String: String?]) throws -> [String: String] {
    let terminal = try startProbe(environment: environment)
    terminal.waitUntilQuiet()
    let before = terminal.output.count
    terminal.send("S")
    try terminal.wait(for: "samples")
    terminal.waitUntilQuiet()
    let text = String(decoding: terminal.output[before...], as: UTF8.self)
    var sequences: [String: String] = [:]
    for word in ["accent", "ground", "palette", "named"] {
      let end = try #require(text.range(of: word)).lowerBound
      // The colours that are set, back to what stood there before.
      var rest = text[..<end]
      var found = ""
      while rest.last == "m", let start = rest.lastIndex(of: "\u{1B}") {
        let sequence = rest[rest.index(after: start)...]
        if sequence.hasPrefix("[3") || sequence.hasPrefix("[4") || sequence.hasPrefix("[9") {
          found = sequence + found
        }
        rest = rest[..<start]
      }
      sequences[word] = found
    }
    #expect(terminal.emulator[0, 0].isBold && !terminal.emulator[0, 1].isBold)
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    return sequences
  }

  @Test("red, green and blue where COLORTERM says so", arguments: ["truecolor", "24bit"])
  func full(word: String) throws {
    let sent = try sequences(["COLORTERM": word])
    #expect(
      sent == [
        "accent": "[38;2;95;215;215m", "ground": "[48;2;175;0;0m", "palette": "[38;5;208m",
        "named": "[91m",
      ])
  }

  @Test(
    "the nearest of 256 where nobody does, or only on behalf of the terminal around it",
    arguments: [
      [:], ["COLORTERM": "yes"], ["TERM": "screen-256color", "COLORTERM": "truecolor"],
    ] as [[String: String?]])
  func palette(environment: [String: String?]) throws {
    let sent = try sequences(environment)
    #expect(
      sent == [
        "accent": "[38;5;80m", "ground": "[48;5;124m", "palette": "[38;5;208m",
        "named": "[91m",
      ])
  }

  @Test("tmux is told red, green and blue")
  func tmux() throws {
    let sent = try sequences([
      "TERM": "screen-256color", "TMUX": "/tmp/tmux-0/default,1,0", "COLORTERM": "truecolor",
    ])
    #expect(sent["accent"] == "[38;2;95;215;215m")
  }

  @Test("the nearest of 16 and of 8")
  func few() throws {
    let folder = try terminfo()
    let sixteen = try sequences(["TERM": "test-16color", "TERMINFO": folder.folder])
    #expect(
      sixteen == ["accent": "[36m", "ground": "[37m[41m", "palette": "[33m", "named": "[91m"])
    let eight = try sequences(["TERM": "xterm", "COLORTERM": "truecolor"])
    #expect(eight["accent"] == "[36m" && eight["named"] == "[31m")
  }

  @Test("red, green and blue as numbers where terminfo knows such")
  func direct() throws {
    let folder = try terminfo()
    let sent = try sequences(["TERM": "test-direct", "TERMINFO": folder.folder])
    #expect(
      sent == [
        "accent": "[38;2;95;215;215m", "ground": "[48;2;175;0;0m",
        "palette": "[38;2;255;135;0m", "named": "[38;2;255;0;0m",
      ])
  }

  @Test("none where NO_COLOR is set, and bold stays bold")
  func none() throws {
    let sent = try sequences(["NO_COLOR": "1", "COLORTERM": "truecolor"])
    #expect(sent == ["accent": "", "ground": "", "palette": "", "named": ""])
  }

  @Test("more of them than there are numbers are drawn all the same, and others after them")
  func many() throws {
    let terminal = try startProbe(environment: ["COLORTERM": "truecolor"])
    terminal.send("jS")
    try terminal.wait(for: "xxxxxxxxxx")
    terminal.waitUntilQuiet()
    #expect(terminal.emulator.row(5) == String(repeating: "x", count: 60))
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains("\u{1B}[38;2;200;40;100mx"))
    let before = terminal.output.count
    terminal.send("kS")
    try terminal.wait("the samples alone") { !$0.screen.contains("xx") }
    terminal.send("r")
    terminal.waitUntilQuiet()
    let rest = String(decoding: terminal.output[before...], as: UTF8.self)
    #expect(rest.contains("\u{1B}[38;2;95;215;215maccent"))
  }

  @Test("the same after the program was stopped and goes on")
  func resumed() throws {
    let terminal = try startProbe(environment: ["COLORTERM": "truecolor"])
    terminal.send("S")
    try terminal.wait(for: "samples")
    terminal.send([0x1A])
    try terminal.waitForStop()
    let before = terminal.output.count
    terminal.bringToForeground()
    try terminal.wait(for: "resumed 1")
    terminal.waitUntilQuiet()
    let text = String(decoding: terminal.output[before...], as: UTF8.self)
    // The last word on it is the colour, whatever stood there for a moment.
    let last = try #require(text.range(of: "accent", options: .backwards)).lowerBound
    #expect(text[..<last].hasSuffix("\u{1B}[38;2;95;215;215m"))
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  /// Types of terminals that are not installed everywhere.
  private func terminfo() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let source = """
      test-16color|xterm of 16 colours,
      \tcolors#16, pairs#256,
      \tsetab=\\E[%?%p1%{8}%<%t%p1%'('%+%e%p1%{92}%+%;%dm,
      \tsetaf=\\E[%?%p1%{8}%<%t%p1%{30}%+%e%p1%'R'%+%;%dm, use=xterm,
      test-direct|xterm of direct colours,
      \tRGB, colors#0x1000000, pairs#0x7FFF, initc@, ccc@,
      \tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
      \tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
      \tuse=xterm,

      """
    let path = try folder.write("types.src", source)
    let tic = try #require(popen("tic -x -o '\(folder.folder)' '\(path)' 2>&1", "r"))
    #expect(pclose(tic) == 0)
    return folder
  }
}
