import Foundation
import Testing

/// What each room may import: the walls that the compiler cannot see, because anything that is
/// reachable through another target can be imported without being declared.
private let rooms: [String: Set<String>] = [
  // Words for people, whatever they are about.
  "MocoaLanguage": ["Synchronization"],
  // Values know no system; what finds their differences on a thread, and when versions were, does.
  "MocoaModel": ["MocoaLanguage", "Dispatch", "Glibc", "Synchronization"],
  "Mocoa": ["MocoaLanguage", "MocoaModel", "Observation"],
  "MocoaData": [
    "MocoaLanguage", "MocoaModel", "Observation", "CProcess", "CSQLite", "CSimdjson", "CZlib",
    "CZstd", "Dispatch", "Glibc", "Synchronization",
  ],
  "MocoaTerminal": ["MocoaLanguage", "MocoaModel", "Mocoa"],
  // What everybody may use, and nothing behind it.
  "MocoaExamples": ["MocoaModel", "Mocoa", "MocoaData", "MocoaTerminal"],
  "MocoaNcurses": [
    "MocoaLanguage", "MocoaTerminal", "CMainLoop", "CNcurses", "CTerminalGuard", "Dispatch",
    "Glibc", "Synchronization",
  ],
  "MocoaBrowser": [
    "MocoaLanguage", "MocoaModel", "Mocoa", "MocoaData", "MocoaTerminal", "MocoaExamples",
    "CGetopt", "CResources", "Glibc", "Synchronization",
  ],
  "MocoaProgram": ["Mocoa", "MocoaBrowser", "MocoaNcurses"],
  "MocoaMain": ["MocoaProgram"],
]

@Suite("The walls between the rooms")
struct WallTests {
  @Test("each room imports what it may know, and nothing else", arguments: rooms.keys.sorted())
  func imports(room: String) throws {
    let allowed = try #require(rooms[room])
    let sources = Checkout.sources(in: "Sources/\(room)")
    #expect(!sources.isEmpty)
    for source in sources {
      for (_, module) in source.imports {
        #expect(allowed.contains(String(module)), "\(source) imports \(module)")
      }
    }
  }

  @Test("no C type reaches another room: C modules are imported internally")
  func internalC() {
    for source in Checkout.sources(in: "Sources") {
      for (level, module) in source.imports {
        let isC = [
          "CNcurses", "CSQLite", "CSimdjson", "CGetopt", "CResources", "CTerminalGuard",
          "CMainLoop", "CProcess", "CZlib", "CZstd",
        ]
        .contains(module)
        if isC || module == "Glibc" {
          // Without a level an import is internal here.
          #expect(!["public", "package"].contains(level), "\(source) imports \(module)")
        }
      }
    }
  }

  @Test("the core knows no terminal: no columns, no colours, no keys")
  func coreWords() throws {
    let words = try Regex(#"\b(column|columns|colou?r|colou?rs|ncurses|terminal|keypress)\b"#)
      .ignoresCase()
    for room in ["MocoaModel", "Mocoa"] {
      for source in Checkout.sources(in: "Sources/\(room)") {
        for (number, line) in source.code {
          #expect(line.firstMatch(of: words) == nil, "\(source):\(number): \(line)")
        }
      }
    }
  }

  @Test("the top level holds what it should, and nothing else")
  func topLevel() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.root.path)
      .filter { !$0.hasPrefix(".") }
    #expect(
      Set(names).subtracting(["README.zh-CN.md", "Package.resolved"]) == [
        "LICENSE", "Makefile", "Package.swift", "README.md", "Resources", "Sources", "Tests",
      ])
  }

  @Test("no source is too long to be held in the head")
  func lengths() {
    for source in Checkout.sources(in: "Sources") + Checkout.sources(in: "Tests") {
      #expect(source.lines.count <= 400, "\(source) has \(source.lines.count) lines")
    }
  }

  @Test("no folder is named for a kind of file")
  func folders() {
    let kinds: Set = ["Helpers", "Protocols", "Extensions", "Utilities", "Utils", "Misc", "Common"]
    for source in Checkout.sources(in: "Sources") {
      let folders = Set(source.path.split(separator: "/").map(String.init))
      #expect(folders.isDisjoint(with: kinds), "\(source)")
    }
  }

  @Test("no source writes the environment, which other threads may read")
  func environment() {
    let sources = ["swift", "c", "h"].flatMap { Checkout.sources(in: "Sources", ending: ".\($0)") }
    for source in sources {
      for word in ["setenv(", "putenv(", "clearenv("] {
        #expect(!source.text.contains(word), "\(source)")
      }
    }
  }

  @Test("nothing traps that does not have to, and every unchecked promise gives its reason")
  func traps() {
    for source in Checkout.sources(in: "Sources") {
      for (number, line) in source.code {
        for word in ["try!", "as!", "fatalError("] {
          #expect(!line.contains(word), "\(source):\(number): \(line)")
        }
        guard line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)") else {
          continue
        }
        let next = source.lines.dropFirst(number).first.map { $0.drop { $0 == " " } } ?? ""
        #expect(next.hasPrefix("//"), "\(source):\(number) gives no reason on the next line")
      }
    }
  }
}
