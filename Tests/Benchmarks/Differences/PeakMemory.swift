import Glibc

/// How much more memory a computation makes resident at its peak than before.
///
/// What is free is given back first, the kernel is asked to forget the peak so far, and what it then
/// counts as the new peak includes the result. Where that is forbidden there is no answer.
enum PeakMemory {
  static func mebibytes<Result>(of body: () -> Result) -> Double? {
    giveBack()
    guard forgetPeak(), let before = status("VmRSS:") else { return nil }
    return withExtendedLifetime(body()) {
      status("VmHWM:").map { Double($0 - before) / 1024 }
    }
  }

  /// Calls `malloc_trim`, which is in no header that Swift imports.
  private static func giveBack() {
    guard let trim = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
  }

  private static func forgetPeak() -> Bool {
    let file = open("/proc/self/clear_refs", O_WRONLY)
    defer { close(file) }
    return write(file, "5", 1) == 1
  }

  /// A number of KiB in the status of this process.
  private static func status(_ name: String) -> Int? {
    guard let file = fopen("/proc/self/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.hasPrefix(name) { return text.split { !$0.isNumber }.first.flatMap { Int($0) } }
    }
    return nil
  }
}
