internal import Glibc

/// The names on the way along paths that decide which files they lead to: their last ones, every
/// symbolic link, and the first ones that are missing or no folders.
///
/// A folder on the way that is no link is none of them: watching every folder up to the root would
/// wake for whatever happens there.
struct PathTurns {
  /// The names, by the path of the folder they are in.
  private(set) var names: [String: Set<String>] = [:]

  /// The system follows as many links and no more.
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
