internal import Glibc
public import MocoaTerminal
public import Testing

/// Compares a surface, its rows and the runs of its styles, with `Tests/<Target>/Snapshots/<name>.txt`.
///
/// With `RECORD_SNAPSHOTS` in the environment the file is written instead, and the test fails, so
/// that nobody takes a recording for a test.
public func expectSnapshot(
  _ surface: Surface, named name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let parts = filePath.split(separator: "/")
  let tests = parts.lastIndex(of: "Tests") ?? 0
  let path = "/\(parts.prefix(tests + 2).joined(separator: "/"))/Snapshots/\(name).txt"
  let text = "\(surface.description)\n\n— styles —\n\(surface.styleLegend)\n"
  expect(text, in: path, sourceLocation: sourceLocation)
}

/// Compares the picture of a surface with `Resources/Screenshots/<name>.svg`, or writes that file, as
/// `expectSnapshot` does.
///
/// - Parameter title: what is shown, for who cannot see it.
public func expectPicture(
  _ surface: Surface, named name: String, title: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let parts = filePath.split(separator: "/")
  let root = parts.prefix(parts.lastIndex(of: "Tests") ?? 0).joined(separator: "/")
  expect(
    SurfaceSVG(surface, title: title).text, in: "/\(root)/Resources/Screenshots/\(name).svg",
    sourceLocation: sourceLocation)
}

private func expect(_ actual: String, in path: String, sourceLocation: SourceLocation) {
  if getenv("RECORD_SNAPSHOTS") != nil {
    let file = fopen(path, "w")
    let isWritten = file != nil && fputs(actual, file) >= 0 && fclose(file) == 0
    Issue.record(
      "\(isWritten ? "recorded" : "cannot write") \(path)", sourceLocation: sourceLocation)
    return
  }
  var expected: [UInt8] = []
  guard let file = fopen(path, "r") else {
    Issue.record("no \(path): record it with RECORD_SNAPSHOTS=1", sourceLocation: sourceLocation)
    return
  }
  defer { fclose(file) }
  while case let byte = fgetc(file), byte != EOF {
    expected.append(UInt8(truncatingIfNeeded: byte))
  }
  #expect(
    actual == String(decoding: expected, as: UTF8.self), "\(path)", sourceLocation: sourceLocation)
}
