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
  let text = "\(surface.description)\n\n— styles —\n\(surface.styleLegend)\n"
  expect(text, in: path(ofSnapshot: name, filePath), sourceLocation: sourceLocation)
}

/// Compares a text with a snapshot, or writes it, as for surfaces.
public func expectSnapshot(
  _ text: String, named name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expect(text, in: path(ofSnapshot: name, filePath), sourceLocation: sourceLocation)
}

/// What a snapshot is to be; nil where there is none.
public func keptSnapshot(named name: String, filePath: String = #filePath) -> String? {
  text(of: path(ofSnapshot: name, filePath))
}

private func path(ofSnapshot name: String, _ filePath: String) -> String {
  let parts = filePath.split(separator: "/")
  let tests = parts.lastIndex(of: "Tests") ?? 0
  return "/\(parts.prefix(tests + 2).joined(separator: "/"))/Snapshots/\(name).txt"
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
