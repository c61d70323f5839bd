import Glibc
import MocoaTestSupport
import Testing

@Suite("Programs that tests start")
@MainActor struct ProbeEndingTests {
  @Test(
    "end with the process that started them, also after SIGKILL",
    arguments: ["CacheProbe \"$0/cache\" 1", "CommandProbe wait sh -c 'exec sleep 1000'"])
  func orphans(probe: String) async throws {
    let folder = try TemporaryFolder()
    // The starter ends after two hours if this test is killed. On a busy machine, all tests together
    // take longer than 15 minutes.
    let script = "\"\(Program.folder)\"\(probe) >/dev/null & echo $!; exec sleep 7200"
    let starter = try Program("/bin/sh", ["-c", script, folder.folder], folder)
    await eventually("its number") { !starter.numbers.isEmpty }
    let process = pid_t(try #require(starter.numbers.first))
    await eventually("it runs") { state(of: process) != nil }
    kill(starter.process, SIGKILL)
    await eventually("the end of who has started it") { starter.hasEnded }
    await eventually("the end of the probe") { [nil, "Z"].contains(state(of: process)) }
    kill(process, SIGKILL)
  }

  /// Returns the kernel's state letter of a process: `nil` for no process, `Z` for a zombie.
  private func state(of process: pid_t) -> Character? {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.split(separator: ")").last?.first { $0 != " " }
  }
}
