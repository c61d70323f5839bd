import Glibc

/// The memory, descriptors and threads of a process at one time.
struct ProcessUsage {
  /// The resident memory, in megabytes.
  let megabytes: Double

  /// The resident memory that does not belong to a file, in megabytes.
  let anonymousMegabytes: Double

  let descriptors: Int
  let threads: Int

  /// Reads the usage from `/proc`.
  ///
  /// All values are 0 for a process that has ended.
  init(of process: Int32) {
    let status = "/proc/\(process)/status"
    megabytes = Self.kilobytes("VmRSS:", in: status) * 1024 / 1e6
    anonymousMegabytes = Self.kilobytes("RssAnon:", in: status) * 1024 / 1e6
    descriptors = Self.entries(in: "/proc/\(process)/fd")
    threads = Self.entries(in: "/proc/\(process)/task")
  }

  private static func kilobytes(_ name: String, in path: String) -> Double {
    guard let file = fopen(path, "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let words = text.split { $0 == "\t" || $0 == " " || $0 == "\n" }
      if words.count > 1, words[0] == name { return Double(words[1]) ?? 0 }
    }
    return 0
  }

  private static func entries(in folder: String) -> Int {
    guard let entries = opendir(folder) else { return 0 }
    defer { closedir(entries) }
    var count = 0
    while let entry = readdir(entries) { if entry.pointee.d_name.0 != 46 { count += 1 } }
    return count
  }
}

extension Line {
  /// Adds the values of a usage.
  ///
  /// The name of each value ends in `moment`.
  mutating func add(_ usage: ProcessUsage, _ moment: String) {
    add("rss_mb_\(moment)", usage.megabytes)
    add("anonymous_mb_\(moment)", usage.anonymousMegabytes)
    add("descriptors_\(moment)", Double(usage.descriptors))
    add("threads_\(moment)", Double(usage.threads))
  }
}
