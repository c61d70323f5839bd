import Mocoa
import MocoaModel
import MocoaTerminal

@testable import MocoaBrowser
@testable import MocoaData

extension FuzzTarget {
  /// A target for manifests, which must be valid, or have errors of one line each.
  static let manifests = FuzzTarget(name: "manifests") { bytes in
    guard let value = try? JSON.parse(bytes) else { return }
    do throws(ManifestError) {
      _ = try Manifest(decoding: value, reservedKeys: ["q", "j"])
    } catch {
      try expect(!error.diagnostics.isEmpty, "refused without a reason")
      for problem in error.diagnostics {
        try expect(isLine("\(problem)"), "several lines: \(problem)")
      }
    }
  }

  /// A target for settings, which must report at most 100 errors of one line each.
  static let settings = FuzzTarget(name: "settings") { bytes in
    guard let value = try? JSON.parse(bytes) else { return }
    var reader = SettingsReader()
    let config = Config.read(value, &reader, themes: ThemeCatalog(folder: nil))
    try expectGood(reader)
    if let interval = config.interval {
      try expect(interval > .zero, "an interval of \(interval)")
    }
    if let recents = config.recents { try expect(recents >= 0, "\(recents) recent places") }
  }

  /// A target for themes, which must report at most 100 errors of one line each.
  static let themes = FuzzTarget(name: "themes") { bytes in
    guard let value = try? JSON.parse(bytes) else { return }
    var reader = SettingsReader()
    _ = Theme.read(value, &reader)
    try expectGood(reader)
  }

  private static func expectGood(_ reader: SettingsReader) throws {
    try expect(reader.diagnostics.count <= 100, "\(reader.diagnostics.count) problems")
    for problem in reader.diagnostics {
      try expect(isLine("\(problem)"), "several lines: \(problem)")
    }
  }
}
