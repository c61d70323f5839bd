import Foundation
import Testing

@Suite("The tutorial")
struct TourTests {
  private static let folder = "Sources/MocoaProgram/MocoaProgram.docc/Tour"

  private func text(_ path: String) throws -> String {
    try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
  }

  @Test("ends with the program of the README, which a test runs")
  func sameProgram() throws {
    let program = try text("Tests/Tour/main.swift")
    #expect(try text("README.md").contains("```swift\n\(program)```\n"))
    #expect(try text("\(Self.folder)/Albums-3.swift") == program)
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 41)
  }

  @Test("shows every step, and each step compiles", arguments: 1...3)
  func steps(step: Int) throws {
    let name = "Albums-\(step).swift"
    #expect(try text("\(Self.folder)/Tour.tutorial").contains("file: \"\(name)\""))
    let verdict = try SwiftTypechecker.verdict(of: text("\(Self.folder)/\(name)"), isScript: true)
    #expect(verdict.compiles, "\(verdict.errors)")
  }
}
