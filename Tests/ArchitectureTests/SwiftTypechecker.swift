import Foundation

/// The Swift compiler, for code that uses the modules of this package.
enum SwiftTypechecker {
  /// Checks whether code compiles.
  ///
  /// - Parameters:
  ///   - code: The Swift source.
  ///   - isScript: A Boolean value that indicates whether statements may be outside of functions.
  /// - Returns: `true` if the code compiles, and the lines of the errors.
  static func verdict(
    of code: String, isScript: Bool = false
  ) throws -> (compiles: Bool, errors: [Substring]) {
    // The modules that this test was built with are next to its executable.
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let source = FileManager.default.temporaryDirectory
      .appending(path: "mocoa-typecheck-\(UUID().uuidString).swift")
    try code.write(to: source, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: source) }
    // Some modules of the package import C modules, which are built or belong to the system.
    let cModules = [products, SourceTree.root.appending(path: "Sources")].flatMap { folder in
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
      return (names ?? []).filter { $0.hasPrefix("C") }.flatMap {
        ["-I", folder.appending(path: $0).path]
      }
    }
    let (compiler, output) = (Process(), Pipe())
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6"] + (isScript ? [] : ["-parse-as-library"])
      + ["-I", products.appending(path: "Modules").path] + cModules + [source.path]
    compiler.standardError = output
    try compiler.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    compiler.waitUntilExit()
    return (
      compiler.terminationStatus == 0,
      text.split(separator: "\n").filter { $0.contains(": error: ") }
    )
  }
}
