import Foundation
import Testing

/// The modules that each target may import.
///
/// The compiler does not enforce this rule: code can import a module without declaring it, if the
/// module is reachable through another target.
private let rooms: [String: Set<String>] = [
  // The messages of all targets.
  "MocoaLocalization": ["Synchronization"],
  // Values do not depend on the system, except for background differencing and version times.
  "MocoaModel": ["MocoaLocalization", "Dispatch", "Glibc", "Synchronization"],
  "Mocoa": ["MocoaLocalization", "MocoaModel", "Observation"],
  // Queries apply to any list.
  "MocoaQuery": ["MocoaLocalization", "MocoaModel", "CPCRE2", "Glibc", "Synchronization"],
  // Short JSON texts, such as settings, without a C library.
  "MocoaJSON": ["MocoaLocalization", "MocoaModel"],
  // Files, file events and processes.
  "MocoaSystem": ["MocoaLocalization", "MocoaModel", "Glibc", "Synchronization"],
  "MocoaSQLite": ["MocoaLocalization", "CSQLite", "Glibc"],
  // Entities are not data of files: no parser, no decompression.
  "MocoaStore": [
    "MocoaLocalization", "MocoaModel", "MocoaJSON", "MocoaSystem", "MocoaSQLite", "Observation",
    "Glibc", "Synchronization",
  ],
  "MocoaData": [
    "MocoaLocalization", "MocoaModel", "MocoaQuery", "MocoaJSON", "MocoaSystem", "MocoaSQLite",
    "CProcess", "CSQLite", "CSimdjson", "CZlib", "CZstd", "Dispatch", "Glibc", "Synchronization",
  ],
  "MocoaTerminal": ["MocoaLocalization", "MocoaModel", "Mocoa"],
  // The examples import only what every program may import.
  "MocoaExamples": ["MocoaModel", "Mocoa", "MocoaStore", "MocoaTerminal"],
  "MocoaNcurses": [
    "MocoaLocalization", "MocoaTerminal", "CMainLoop", "CNcurses", "CTerminalGuard", "Dispatch",
    "Glibc", "Synchronization",
  ],
  "MocoaBrowser": [
    "MocoaLocalization", "MocoaModel", "Mocoa", "MocoaQuery", "MocoaJSON", "MocoaSystem",
    "MocoaTerminal", "CGetopt", "CProcess", "CResources", "Glibc", "Synchronization",
  ],
  // Pages of data, which a program without files does not link.
  "MocoaFiles": [
    "MocoaLocalization", "MocoaModel", "Mocoa", "MocoaQuery", "MocoaData", "MocoaTerminal",
    "MocoaBrowser", "Glibc",
  ],
  "MocoaProgram": ["Mocoa", "MocoaBrowser", "MocoaNcurses"],
  // Only `mocoa` links the examples.
  "MocoaMain": [
    "MocoaLocalization", "Mocoa", "MocoaBrowser", "MocoaFiles", "MocoaProgram", "MocoaExamples",
  ],
]

@Suite("The structure of the package")
struct DependencyRuleTests {
  @Test("limits the imports of each target to the allowed modules", arguments: rooms.keys.sorted())
  func imports(room: String) throws {
    let allowed = try #require(rooms[room])
    let sources = SourceTree.sources(in: "Sources/\(room)")
    #expect(!sources.isEmpty)
    for source in sources {
      for (_, module) in source.imports {
        #expect(allowed.contains(String(module)), "\(source) imports \(module)")
      }
    }
  }

  @Test("keeps C types internal to their target")
  func internalC() {
    for source in SourceTree.sources(in: "Sources") {
      for (level, module) in source.imports {
        let isC = [
          "CNcurses", "CPCRE2", "CSQLite", "CSimdjson", "CGetopt", "CResources", "CTerminalGuard",
          "CMainLoop", "CProcess", "CZlib", "CZstd",
        ]
        .contains(module)
        if isC || module == "Glibc" {
          // Without an access level, an import is internal in this package.
          #expect(!["public", "package"].contains(level), "\(source) imports \(module)")
        }
      }
    }
  }

  @Test("keeps columns, colors and keys of terminals out of the core")
  func coreWords() throws {
    let words = try Regex(#"\b(column|columns|colou?r|colou?rs|ncurses|terminal|keypress)\b"#)
      .ignoresCase()
    for room in ["MocoaModel", "Mocoa"] {
      for source in SourceTree.sources(in: "Sources/\(room)") {
        for (number, line) in source.code {
          #expect(line.firstMatch(of: words) == nil, "\(source):\(number): \(line)")
        }
      }
    }
  }

  @Test("limits the top level to the listed files and folders")
  func topLevel() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.path)
      .filter { !$0.hasPrefix(".") }
    #expect(
      Set(names).subtracting(["CONTRIBUTING.zh-CN.md", "README.zh-CN.md", "Package.resolved"]) == [
        "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "Package.swift", "README.md",
        "Resources", "Sources", "Tests",
      ])
  }

  @Test("limits sources to 500 lines")
  func lengths() {
    for source in SourceTree.sources(in: "Sources") + SourceTree.sources(in: "Tests") {
      // The text after the last line feed is empty.
      let count = source.lines.count - (source.lines.last == "" ? 1 : 0)
      #expect(count <= 500, "\(source) has \(count) lines")
    }
  }

  @Test("contains no folder that is named for a kind of file")
  func folders() {
    let kinds: Set = ["Helpers", "Protocols", "Extensions", "Utilities", "Utils", "Misc", "Common"]
    for source in SourceTree.sources(in: "Sources") {
      let folders = Set(source.path.split(separator: "/").map(String.init))
      #expect(folders.isDisjoint(with: kinds), "\(source)")
    }
  }

  @Test("contains no source that writes the environment, which threads share")
  func environment() {
    let sources = ["swift", "c", "h"].flatMap {
      SourceTree.sources(in: "Sources", ending: ".\($0)")
    }
    for source in sources {
      for word in ["setenv(", "putenv(", "clearenv("] {
        #expect(!source.text.contains(word), "\(source)")
      }
    }
  }

  @Test("contains no avoidable traps, and justifies every unchecked annotation")
  func traps() {
    for source in SourceTree.sources(in: "Sources") {
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
