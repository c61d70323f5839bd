internal import Glibc
public import MocoaTerminal
public import Testing

/// Compares a surface, its rows and style runs, with `Tests/<Target>/Snapshots/<name>.txt`.
///
/// If the environment variable `RECORD_SNAPSHOTS` is set, the file is written instead and the test
/// fails. A recording therefore never counts as a passed test.
public func expectSnapshot(
  _ surface: Surface, named name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = "\(surface.description)\n\n— styles —\n\(surface.styleLegend)\n"
  expect(text, in: path(ofSnapshot: name, filePath), sourceLocation: sourceLocation)
}

/// Compares a text with a snapshot, or records it.
public func expectSnapshot(
  _ text: String, named name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expect(text, in: path(ofSnapshot: name, filePath), sourceLocation: sourceLocation)
}

/// Returns the text of a snapshot, or `nil` if the file is missing.
public func keptSnapshot(named name: String, filePath: String = #filePath) -> String? {
  text(of: path(ofSnapshot: name, filePath))
}

private func path(ofSnapshot name: String, _ filePath: String) -> String {
  let parts = filePath.split(separator: "/")
  let tests = parts.lastIndex(of: "Tests") ?? 0
  return "/\(parts.prefix(tests + 2).joined(separator: "/"))/Snapshots/\(name).txt"
}

/// Compares the picture of a surface with `Resources/Screenshots/<name>.svg`, or records it.
///
/// - Parameter title: The alternative text of the picture.
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
  guard let expected = text(of: path) else {
    Issue.record("no \(path): record it with RECORD_SNAPSHOTS=1", sourceLocation: sourceLocation)
    return
  }
  #expect(actual == expected, "\(path)", sourceLocation: sourceLocation)
}

private func text(of path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  return String(decoding: bytes, as: UTF8.self)
}
