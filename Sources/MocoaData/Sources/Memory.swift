internal import Glibc

/// The memory that the program may have.
enum Memory {
  /// The size in bytes: the machine's, or a smaller limit that the program runs under.
  static let size = min(machine, addressSpace, group)

  private static var machine: Int {
    sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// A quarter of what `ulimit -v` says.
  ///
  /// That limits addresses, most of which stand for no memory: the stacks of threads, the arenas of
  /// `malloc` and the libraries take gigabytes of them before anything is read.
  private static var addressSpace: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur / 4)
  }

  /// The limit of the control group, as containers have one.
  private static var group: Int {
    guard let file = firstLine(of: "/sys/fs/cgroup/memory.max") else { return .max }
    return Int(file) ?? .max
  }

  /// The first line of a small file; nil where there is none.
  private static func firstLine(of path: String) -> Substring? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").first
  }
}
