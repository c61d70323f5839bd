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
  let actual = "\(surface.description)\n\n— styles —\n\(surface.styleLegend)\n"
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
    actual == String(decoding: expected, as: UTF8.self), "\(name)", sourceLocation: sourceLocation)
}
