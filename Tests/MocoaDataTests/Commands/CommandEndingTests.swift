import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("CommandSource termination")
struct CommandEndingTests {
  @Test(
    "ends the processes of every kind of command",
    arguments: [
      "echo $$; exec sleep 1000",
      "echo $$; sleep 1000 & echo $!; wait",
      "trap '' TERM; echo $$; sleep 1000 & echo $!; while :; do sleep 0.05; done",
      "echo $$; kill -STOP $$",
      "echo $$; exec sleep 1000 >/dev/null",
      "echo $$; seq -f n%g 100000; exec sleep 1000",
    ])
  func stopping(script: String) async throws {
    let watched = try Watched(script, isLong: script.contains("seq"))
    await eventually("its numbers") {
      watched.processes.count == (script.contains("$!") ? 2 : 1)
    }
    let processes = watched.processes
    #expect(processes.allSatisfy(isThere))
    watched.source.stop()
    #expect(watched.source.phase == .failed("sh: was stopped"))
    #expect(watched.source.status.activity == .stopped)
    await eventually("its end") { !processes.contains(where: isThere) }
    #expect(watched.processes == processes || script.contains("seq"))
    watched.source.runNow()
    watched.source.resume()
    #expect(watched.source.status.activity == .stopped)
  }

  @Test("reports SIGKILL if another part of the program has reaped the command")
  func reaped() async throws {
    let child = try ChildProcess(["sh", "-c", "echo $$; exit 3"])
    var text: [UInt8] = []
    await eventually("its number") {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(child.output, &bytes, bytes.count)
      text += bytes.prefix(max(0, count))
      return text.last == UInt8(ascii: "\n")
    }
    let process = try #require(pid_t(String(decoding: text.dropLast(), as: UTF8.self)))
    // Some libraries wait for all child processes.
    try #require(waitpid(process, nil, 0) == process)
    #expect(child.hasEnded)
    #expect(child.end() == .signal(SIGKILL), "its exit is unknown, and the call does not wait")
  }

  @Test("happens when the source is released")
  func deinitialised() async throws {
    var watched: Watched? = try Watched("echo $$; sleep 1000 & echo $!; wait")
    await eventually("its numbers") { watched?.processes.count == 2 }
    let processes = watched?.processes ?? []
    weak let source = watched?.source
    watched = nil
    #expect(source == nil)
    await eventually("its end") { !processes.contains(where: isThere) }
  }

  @Test("includes background processes, even if they keep the output open")
  func leftovers() async throws {
    for rest in [
      "sleep 1000 &", "sleep 1000 >/dev/null 2>&1 &", "(trap '' TERM HUP; sleep 1000) &",
    ] {
      let watched = try Watched("\(rest) echo $!")
      await watched.ended(1)
      #expect(watched.source.phase == .finished)
      let process = try #require(watched.processes.first)
      await eventually("the end of the rest") { !isThere(process) }
    }
  }

  @Test("is awaited after the output is closed")
  func closedOutput() async throws {
    let watched = try Watched("echo a; exec >/dev/null; sleep 0.2; exit 4")
    await watched.ended(1)
    #expect(watched.source.status.exit == .exit(4))
  }

  @Test("leaves no zombie processes after repeated runs")
  func buried() async throws {
    let watched = try Watched("echo $$", every: .milliseconds(10))
    var processes: Set<pid_t> = []
    await eventually("ten runs") {
      processes.formUnion(watched.processes)
      return processes.count >= 10
    }
    watched.source.stop()
    await eventually("no run") { !processes.contains(where: isThere) }
  }

  @Test("happens however the program ends", arguments: ["exit", "abort", "TERM", "KILL"])
  func program(way: String) async throws {
    let folder = try TemporaryFolder()
    // Only a normal exit has the time to end the processes that the command has started.
    let isGrandchild = way == "exit"
    let script = isGrandchild ? "echo $$; sleep 1000 & echo $!; wait" : "echo $$; exec sleep 1000"
    let probe = try Program(
      "CommandProbe", [way == "exit" || way == "abort" ? way : "wait", "sh", "-c", script], folder)
    await eventually("its numbers") { probe.numbers.count == (isGrandchild ? 2 : 1) }
    if way == "TERM" { kill(probe.process, SIGTERM) }
    if way == "KILL" { kill(probe.process, SIGKILL) }
    await eventually("the end of the program") { probe.hasEnded }
    let processes = probe.numbers.map { pid_t($0) }
    await eventually("the end of all") { !processes.contains(where: isThere) }
  }

  @Test("kills a command that ignores SIGTERM at exit")
  func deaf() async throws {
    let folder = try TemporaryFolder()
    let script = "trap '' TERM; echo $$; while :; do sleep 0.05; done"
    let probe = try Program("CommandProbe", ["exit", "sh", "-c", script], folder)
    await eventually("the end of the program") { probe.hasEnded }
    let process = pid_t(try #require(probe.numbers.first))
    await eventually("the end of the command") { !isThere(process) }
  }

  @Test("leaves no open descriptors after many runs")
  func descriptors() async throws {
    let folder = try TemporaryFolder()
    let script = "date +%N; seq 100; echo no >&2"
    let probe = try Program("CommandProbe", ["300", "sh", "-c", script], folder)
    await eventually("300 runs") { probe.numbers.count == 2 }
    let (early, late) = (try #require(probe.numbers.first), try #require(probe.numbers.last))
    // Some descriptors may be in use by other threads.
    #expect(late < early + 30)
  }

  @Test("starts commands without terminal, input, foreign descriptors and blocked signals")
  func surroundings() async throws {
    // A signal that the rest of this process does not use.
    signal(SIGURG, SIG_IGN)
    let watched = try Watched(
      "cat; ls /proc/self/fd | wc -l; (exec 3</dev/tty) || echo none; "
        + "grep -E 'Sig(Blk|Ign)' /proc/self/status | cut -c 18-; echo $$; ps -o pgid=,sid= $$")
    await watched.ended(1)
    let rows = watched.rows
    // The mask removes a signal that glibc reserves for itself.
    #expect(rows.prefix(2) == ["4", "none"])
    #expect(
      rows.dropFirst(2).prefix(2).allSatisfy { Int($0, radix: 16).map { $0 & 0x7FFFFFFF } == 0 })
    let number = try #require(rows.dropFirst(4).first)
    #expect(rows.last?.split(separator: " ") == [Substring(number), Substring(number)])
  }
}
