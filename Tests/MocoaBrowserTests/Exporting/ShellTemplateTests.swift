import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaData

@Suite("Items in shell commands")
@MainActor
struct ShellQuotingTests {
  /// The installed shells, at least `/bin/sh`.
  private nonisolated static let installed = shells.filter { access($0, X_OK) == 0 }
  private nonisolated static let shells = ["/bin/sh", "/bin/bash", "/usr/bin/zsh"]

  /// No shell with POSIX syntax may run a part of an item.
  @Test(
    "are never more than one word at any position", arguments: installed)
  func injected(path: String) async throws {
    let folder = try TemporaryFolder()
    let marker = folder.path(of: "X")
    let values = [
      "$(touch X)", "`touch X`", "x; touch X #", "x\ntouch X\n", "' touch X '", "\" ; touch X ; \"",
      "a[$(touch X)]", "x'; touch X; '", "}; touch X; {", "$(touch X)\\",
    ]
    let lines = values.map { value in
      String(
        decoding: CompactJSON.bytes(of: [.init(name: "a", value: .string(value))]), as: UTF8.self)
    }
    let places = [
      "echo {a}", "echo \"{a}\"", "echo '{a}'", "echo \"$(basename {a})\"",
      "echo \"$(basename \"{a}\")\"", "echo \"`basename \"{a}\"`\"", "x=\"${y:-\"{a}\"}\"; echo $x",
      "echo \"$(echo \"x\" '{a}')\"", "echo hi # {a}", "echo # don't {a}",
      "echo $(( (1+(2)) + {a} ))",
      "echo $[ 1 + {a} ]", "b=1; echo ${b:{a}}", "b[{a}]=1", "[[ {a} -gt 5 ]]", "let {a}",
      "echo \"${HOME}/{a}\"", "echo ${HOME} {a}", "(echo {a}; (echo {a}))", "echo \"$(date)\" {a}",
      "echo \"$(case x in x) echo \"{a}\" ;; esac)\"", "echo $'x\\'{a}'", "f() { echo {a}; }; f",
      "echo \\\"{a}", "echo \"\\\"{a}\"", "declare x={a}", "echo \"$((1)) {a}\"", "echo a#{a}",
    ]
    var count = 0
    for place in places {
      var isTaken = true
      for line in lines {
        // A single record would be read as an object with members.
        let records = try await FormatTemplateTests.records("\(line)\n\(line)")
        guard let command = try? ShellTemplate(place).command(for: records) else {
          isTaken = false
          continue
        }
        Self.run([path, "-c", "cd '\(folder.folder)'; exec >/dev/null 2>&1\n\(command)"])
        #expect(access(marker, F_OK) != 0, "\(place) with \(line)")
        unlink(marker)
      }
      count += isTaken ? 1 : 0
    }
    #expect(count >= 12, "ordinary commands are not refused")
  }

  private static func run(_ words: [String]) {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    guard posix_spawn(&process, words[0], nil, nil, &arguments, environ) == 0 else { return }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}

@Suite("PlaceholderSearch")
struct PlaceholderSearchTests {
  private func items(_ count: Int) async throws -> ItemSubset {
    let lines = (0..<count).map { $0 < count - 1 ? #"{"id": 1}"# : #"{"id": 1, "last": 1}"# }
    return try await FormatTemplateTests.records(lines.joined(separator: "\n"))
  }

  @Test("examines at most the limit of items for each call, and continues")
  func limited() async throws {
    let items = try await items(600)
    var search = PlaceholderSearch()
    for (isComplete, fields) in [(false, ["id"]), (false, ["id"]), (true, ["id", "last"])] {
      #expect(search.examine(items, for: ["id", "last"], limit: 256) == isComplete)
      #expect(search.fields == Set(fields))
    }
    var other = PlaceholderSearch()
    let calls = (0..<5).map { _ in other.examine(items, for: ["a", "b", ""], limit: 256) }
    #expect(calls == [false, false, false, false, true] && other.fields == [""])
  }

  @Test("examines all items without a limit")
  func unlimited() async throws {
    let items = try await items(600)
    #expect(ShellTemplate("{last} {id} {none} {}").fields(of: items) == ["last", "id", ""])
    #expect(ShellTemplate("{none}").fields(of: ItemSubset(parts: [])) == [])
  }

  @Test("examines at most 10,000 items")
  func most() async throws {
    let most = try await items(ShellTemplate.maxItems)
    #expect(ShellTemplate("{last}").fields(of: most) == ["last"])
    let more = try await items(ShellTemplate.maxItems + 1)
    #expect(ShellTemplate("{last}").fields(of: more) == [])
  }
}
