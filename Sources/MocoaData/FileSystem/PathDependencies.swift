internal import Glibc

/// The names on some paths that determine which files the paths lead to.
///
/// These are the last names, every symbolic link, and the first names that are missing or not
/// folders. Ordinary folders on a path are not included. Watching every folder up to the root would
/// cause a wake-up for each change in it.
struct PathDependencies {
  /// The names, by the path of their folder.
  private(set) var names: [String: Set<String>] = [:]

  /// The maximum number of symbolic links that are followed for one path, as in the kernel.
  private static let linkLimit = 40

  init(of paths: [String]) {
    for path in paths { follow(path) }
  }

  private mutating func follow(_ path: String) {
    var rest = Array(Self.parts(of: path).reversed())
    var folder = path.hasPrefix("/") ? "/" : "."
    var links = 0
    while let name = rest.popLast() {
      let place = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      var status = stat()
      let kind = lstat(place, &status) == 0 ? status.st_mode & S_IFMT : 0
      if rest.isEmpty || kind != S_IFDIR { names[folder, default: []].insert(name) }
      if kind == S_IFDIR {
        folder = place
        continue
      }
      guard kind == S_IFLNK, let link = Self.target(of: place) else { return }
      links += 1
      if links > Self.linkLimit { return }
      if link.hasPrefix("/") { folder = "/" }
      rest += Self.parts(of: link).reversed()
    }
  }

  private static func parts(of path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
