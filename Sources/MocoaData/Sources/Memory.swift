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

  /// The lowest limit of the control groups that the program is in.
  private static var group: Int {
    groupLimit(root: "/sys/fs/cgroup", membership: text(of: "/proc/self/cgroup") ?? "")
  }

  /// The lowest limit of some control groups and of those around them.
  ///
  /// - Parameters:
  ///   - root: The folder of all groups.
  ///   - membership: The groups of a program, as `/proc/self/cgroup` lists them.
  static func groupLimit(root: String, membership: String) -> Int {
    var limit = Int.max
    for line in membership.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isUnified = parts[1].isEmpty
      guard isUnified || parts[1].split(separator: ",").contains("memory") else { continue }
      let folder = isUnified ? root : "\(root)/memory"
      let file = isUnified ? "memory.max" : "memory.limit_in_bytes"
      var path = parts[2].split(separator: "/")
      while true {
        let group = ([folder] + path.map(String.init)).joined(separator: "/")
        // A program in a container may see only the group that is its root.
        if let text = text(of: "\(group)/\(file)"), let bytes = Int(text.prefix { $0 != "\n" }) {
          limit = min(limit, bytes)
        }
        if path.isEmpty { break }
        path.removeLast()
      }
    }
    return limit
  }

  /// The beginning of a small file; nil if it cannot be read.
  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
