import Foundation
import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

/// The output of the same four colors on each kind of terminal.
@Suite("Color sequences", .serialized)
struct ColorOutputTests {
  /// Returns the sequences before each word of the samples.
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
      // The color sequences before the word, up to the previous text.
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

  @Test("contain RGB values if COLORTERM reports true color", arguments: ["truecolor", "24bit"])
  func full(word: String) throws {
    let sent = try sequences(["COLORTERM": word])
    #expect(
      sent == [
        "accent": "[38;2;95;215;215m", "ground": "[48;2;175;0;0m", "palette": "[38;5;208m",
        "named": "[91m",
      ])
  }

  @Test(
    "contain the nearest of 256 colors without own true color",
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

  @Test("contain RGB values in tmux")
  func tmux() throws {
    let sent = try sequences([
      "TERM": "screen-256color", "TMUX": "/tmp/tmux-0/default,1,0", "COLORTERM": "truecolor",
    ])
    #expect(sent["accent"] == "[38;2;95;215;215m")
  }

  @Test("contain the nearest of 16 or 8 colors")
  func few() throws {
    let folder = try terminfo()
    let sixteen = try sequences(["TERM": "test-16color", "TERMINFO": folder.folder])
    #expect(
      sixteen == ["accent": "[36m", "ground": "[37m[41m", "palette": "[33m", "named": "[91m"])
    let eight = try sequences(["TERM": "xterm", "COLORTERM": "truecolor"])
    #expect(eight["accent"] == "[36m" && eight["named"] == "[31m")
  }

  @Test("contain RGB values if terminfo has direct colors")
  func direct() throws {
    let folder = try terminfo()
    let sent = try sequences(["TERM": "test-direct", "TERMINFO": folder.folder])
    #expect(
      sent == [
        "accent": "[38;2;95;215;215m", "ground": "[48;2;175;0;0m",
        "palette": "[38;2;255;135;0m", "named": "[38;2;255;0;0m",
      ])
  }

  @Test("contain no colors if NO_COLOR is set, but bold")
  func none() throws {
    let sent = try sequences(["NO_COLOR": "1", "COLORTERM": "truecolor"])
    #expect(sent == ["accent": "", "ground": "", "palette": "", "named": ""])
  }

  @Test("handle more colors than there are numbers")
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

  @Test("are the same after a stop")
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
    // The final output has the color, regardless of intermediate output.
    let last = try #require(text.range(of: "accent", options: .backwards)).lowerBound
    #expect(text[..<last].hasSuffix("\u{1B}[38;2;95;215;215m"))
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  /// Returns terminal types that are not installed everywhere.
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
