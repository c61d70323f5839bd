import Glibc
import MocoaTestSupport
import Testing

@Suite("The programs that tests start")
@MainActor struct ProbeEndingTests {
  @Test(
    "end with whoever has started them, also when that is killed",
    arguments: ["CacheProbe \"$0/cache\" 1", "CommandProbe wait sh -c 'exec sleep 1000'"])
  func orphans(probe: String) async throws {
    let folder = try TemporaryFolder()
    // Not for ever, should this run be killed too; but longer than it takes to be looked at here.
    let script = "\"\(Program.folder)\"\(probe) >/dev/null & echo $!; exec sleep 900"
    let starter = try Program("/bin/sh", ["-c", script, folder.folder], folder)
    await eventually("its number") { !starter.numbers.isEmpty }
    let process = pid_t(try #require(starter.numbers.first))
    await eventually("it runs") { state(of: process) != nil }
    kill(starter.process, SIGKILL)
    await eventually("the end of who has started it") { starter.hasEnded }
    await eventually("the end of the probe") { [nil, "Z"].contains(state(of: process)) }
    kill(process, SIGKILL)
  }

  /// What a process does, as the kernel has it; nil where there is none, and Z where it has ended and
  /// nobody has asked how.
  private func state(of process: pid_t) -> Character? {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.split(separator: ")").last?.first { $0 != " " }
  }
}
