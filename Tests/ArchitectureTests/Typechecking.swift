import Foundation

/// The compiler, asked what it says of code that uses the modules of this package.
enum Typechecking {
  /// Whether code compiles, and the errors where it does not.
  ///
  /// - Parameter isScript: whether statements may stand outside of functions.
  static func verdict(
    of code: String, isScript: Bool = false
  ) throws -> (compiles: Bool, errors: [Substring]) {
    // The modules that this test was built with stand beside it.
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let source = FileManager.default.temporaryDirectory
      .appending(path: "mocoa-typecheck-\(UUID().uuidString).swift")
    try code.write(to: source, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: source) }
    // The C modules are imported by some of ours: those that are built, and those of the system.
    let cModules = [products, Checkout.root.appending(path: "Sources")].flatMap { folder in
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
