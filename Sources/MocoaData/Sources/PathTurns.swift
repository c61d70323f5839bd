internal import Glibc

/// The names on the way along a path that decide which file it leads to: its last one, every
/// symbolic link, and the first one that is missing.
///
/// A folder on the way that is no link is none of them: watching every folder up to the root would
/// wake for whatever happens there.
struct PathTurns {
  /// The names, by the path of the folder they are in.
  private(set) var names: [String: Set<String>] = [:]

  /// The system follows as many links and no more.
  private static let linkLimit = 40

  init(of path: String) {
    var rest = Array(Self.parts(of: path).reversed())
    var folder = path.hasPrefix("/") ? "/" : "."
    var links = 0
    while let name = rest.popLast() {
      let place = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      var status = stat()
      let isThere = lstat(place, &status) == 0
      let link = isThere && status.st_mode & S_IFMT == S_IFLNK ? Self.target(of: place) : nil
      if rest.isEmpty || !isThere || link != nil { names[folder, default: []].insert(name) }
      if !isThere { return }
      guard let link else {
        folder = place
        continue
      }
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
