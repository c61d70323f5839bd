import Foundation
import Testing

@Suite("The READMEs")
struct ReadmeTests {
  /// The structure that the READMEs in all languages share.
  ///
  /// It contains the levels of the headings, the numbers of table cells, the files of the pictures,
  /// and the examples, without the comments of shell examples.
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
    #expect(english.headings.count > 10 && english.rows.count > 10)
    #expect(chinese == english)
    #expect(!english.pictures.isEmpty)
    for picture in english.pictures { #expect(throws: Never.self) { try text(String(picture)) } }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
  }
}
