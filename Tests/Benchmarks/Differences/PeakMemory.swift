import Glibc

/// The additional resident memory of a computation at its peak.
///
/// Free memory is first returned to the kernel, and the kernel's peak value is reset. The new peak
/// includes the result of the computation. The value is nil if the kernel forbids the reset.
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

  /// Returns a value in the status of this process, in KiB.
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
