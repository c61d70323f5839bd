internal import MocoaLocalization

/// A cycle of manifests whose rows open each other for every record.
///
/// Pressing Enter repeatedly would then open the same pages without end.
public enum ManifestCycle {
  /// Returns the error of a manifest that is part of a cycle, or `nil` if the manifest is not part
  /// of one.
  ///
  /// - Parameter all: All manifests of the program.
  public static func diagnostic(for manifest: Manifest, among all: [Manifest])
    -> ManifestDiagnostic?
  {
    for opening in manifest.openings where opening.url.isConstant {
      guard let cycle = cycle(from: opening.url.module, backTo: manifest.url, among: all) else {
        continue
      }
      let path = ([manifest.url] + cycle).map(\.description).joined(separator: " → ")
      return ManifestDiagnostic(
        opening.path,
        localized("navigation loop: \(path) (add a field, …?id={id})"))
    }
    return nil
  }

  /// Returns a route from one module to another along rows that open the same page for every
  /// record.
  ///
  /// - Returns: The addresses of the modules on the route, or `nil` if no route exists.
  private static func cycle(
    from start: ModuleURL, backTo end: ModuleURL, among all: [Manifest]
  ) -> [ModuleURL]? {
    var paths: [[ModuleURL]] = [[start]]
    var seen: Set<ModuleURL> = [start]
    while let path = paths.popLast() {
      guard let last = path.last else { continue }
      if last.isSameModule(as: end) { return path }
      for manifest in all where manifest.url.isSameModule(as: last) {
        for opening in manifest.openings where opening.url.isConstant {
          let next = opening.url.module
          if seen.insert(next).inserted || next.isSameModule(as: end) {
            paths.append(path + [next])
          }
        }
      }
    }
    return nil
  }
}
