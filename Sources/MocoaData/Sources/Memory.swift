internal import Glibc
internal import Synchronization

/// The memory that is available to the program.
enum Memory {
  /// The size in bytes: the memory of the machine, or a lower limit that applies to the program.
  static let size = min(machine, addressSpace, group)

  private static var machine: Int {
    sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// A quarter of the limit that `ulimit -v` sets.
  ///
  /// The limit applies to address space, most of which uses no memory. Thread stacks, `malloc`
  /// arenas and libraries take gigabytes of it before any data is read.
  private static var addressSpace: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur / 4)
  }

  /// The lowest memory limit of the control groups that contain the program.
  private static var group: Int {
    groupLimit(root: "/sys/fs/cgroup", membership: text(of: "/proc/self/cgroup") ?? "")
  }

  /// Returns the lowest memory limit of control groups and their ancestors.
  ///
  /// - Parameters:
  ///   - root: The folder of all groups.
  ///   - membership: The groups of a program, as listed in `/proc/self/cgroup`.
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
        // In a container, only the group that is the container's root may be visible.
        if let text = text(of: "\(group)/\(file)"), let bytes = Int(text.prefix { $0 != "\n" }) {
          limit = min(limit, bytes)
        }
        if path.isEmpty { break }
        path.removeLast()
      }
    }
    return limit
  }

  /// Returns the beginning of a small file, or `nil` if it cannot be read.
  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}

/// The maximum memory that the records of one list may occupy.
package enum MemoryLimit {
  private static let configured = Mutex<Int?>(nil)

  /// The limit in bytes that the user has set, or `nil` for a quarter of the memory.
  package static var setting: Int? {
    get { configured.withLock { $0 } }
    set { configured.withLock { $0 = newValue } }
  }

  /// The limit in bytes: the setting of the user, or a quarter of the memory.
  static var bytes: Int { setting ?? Memory.size / 4 }
}
