import Foundation
import Testing

@Suite("The READMEs")
struct ReadmeTests {
  /// The structure of a document, which is equal in every language: headings by their depth, rows of
  /// tables by their cells, pictures by their files, and examples without the comments of shell code.
  private struct Frame: Equatable {
    var headings: [Int] = []
    var rows: [Int] = []
    var pictures: [Substring] = []
    var examples: [String] = []

    init(_ text: String) {
      var language: Substring?
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          language = language == nil ? line.dropFirst(3) : nil
        } else if let language {
          let isShell = language == "sh"
          let end = isShell ? line.range(of: "# ")?.lowerBound : nil
          let code = line[..<(end ?? line.endIndex)]
          examples.append(isShell ? code.trimmingCharacters(in: .whitespaces) : String(code))
        } else if line.hasPrefix("#") {
          headings.append(line.prefix { $0 == "#" }.count)
        } else if line.hasPrefix("|") {
          rows.append(line.replacingOccurrences(of: "\\|", with: "").count { $0 == "|" })
        } else if line.hasPrefix("!["), let path = line.split(separator: "](").last {
          pictures.append(path.dropLast())
        }
      }
    }
  }

  @Test("have the same structure in both languages")
  func languages() throws {
    let english = Frame(try text("README.md"))
    let chinese = Frame(try text("README.zh-CN.md"))
    #expect(english.headings.count >= 6 && english.rows.count >= 5)
    #expect(chinese == english)
    #expect(!english.pictures.isEmpty)
    for picture in english.pictures { #expect(throws: Never.self) { try text(String(picture)) } }
  }

  @Test("are short", arguments: ["README.md", "README.zh-CN.md"])
  func lengths(path: String) throws {
    #expect(try text(path).split(whereSeparator: \.isWhitespace).count <= 900)
  }

  @Test("link to existing files", arguments: ["README.md", "README.zh-CN.md"])
  func links(path: String) throws {
    for part in try text(path).split(separator: "](").dropFirst() {
      let target = String(part.prefix { $0 != ")" })
      #expect(throws: Never.self, "\(target)") { try text(target) }
    }
  }

  @Test("and the user guide have the same structure in both languages")
  func guide() throws {
    let folder = "Sources/MocoaBrowser/MocoaBrowser.docc"
    let path = SourceTree.root.appending(path: folder).path
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".md") && !$0.hasSuffix("Chinese.md") && $0 != "MocoaBrowser.md" }
    #expect(names.count >= 13)
    for name in names {
      let translation = name.replacingOccurrences(of: ".md", with: "Chinese.md")
      #expect(
        try Frame(text("\(folder)/\(name)")) == Frame(text("\(folder)/\(translation)")), "\(name)")
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
  }
}
