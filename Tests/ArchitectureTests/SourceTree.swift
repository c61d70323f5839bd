import Foundation

/// The files of the checkout that contains this source.
enum SourceTree {
  /// The folder of the package.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A source file with its path relative to the package folder.
  struct Source: CustomStringConvertible {
    let path: String
    let text: String

    var description: String { path }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The lines that are neither blank nor comments, with their numbers, which start at 1.
    var code: [(number: Int, text: Substring)] {
      lines.enumerated().compactMap { index, line in
        let bare = line.drop { $0 == " " }
        return bare.isEmpty || bare.hasPrefix("//") ? nil : (index + 1, bare)
      }
    }

    /// The imported modules, with the access levels of their imports, which may be empty.
    var imports: [(level: Substring, module: Substring)] {
      code.compactMap { _, line in
        let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
        guard let place = words.firstIndex(of: "import"), place <= 1, words.count > place + 1 else {
          return nil
        }
        return (place == 1 ? words[0] : "", words[place + 1])
      }
    }
  }

  /// Returns the sources in a folder and its subfolders, sorted by path.
  static func sources(in folder: String, ending: String = ".swift") -> [Source] {
    let start = root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String }
    // The code of a tutorial does not belong to the target of the tutorial.
    let sources = (paths ?? []).filter { $0.hasSuffix(ending) && !$0.contains(".docc/") }
    return sources.sorted().compactMap { path in
      guard let text = try? String(contentsOf: start.appending(path: path), encoding: .utf8) else {
        return nil
      }
      return Source(path: "\(folder)/\(path)", text: text)
    }
  }
}
