internal import MocoaLanguage

/// Rows that lead from one manifest to the next and in the end back again, whatever the record: Enter
/// would go round for ever, and nothing would ever be seen that was not seen before.
public enum ManifestCycle {
  /// The problem of a manifest in whose rings others are; nil where there is none.
  public static func problem(of manifest: Manifest, among all: [Manifest]) -> ManifestProblem? {
    for opening in manifest.openings where opening.url.isConstant {
      guard let ring = ring(from: opening.url.module, backTo: manifest.url, among: all) else {
        continue
      }
      let way = ([manifest.url] + ring).map(\.description).joined(separator: " → ")
      return ManifestProblem(
        opening.path,
        phrase("leads round in a circle: \(way) (put a field into it, as in ?id={id})"))
    }
    return nil
  }

  /// The addresses from one to another, along rows that always lead to the same page; nil where none
  /// lead there.
  private static func ring(
    from start: ModuleURL, backTo end: ModuleURL, among all: [Manifest]
  ) -> [ModuleURL]? {
    var ways: [[ModuleURL]] = [[start]]
    var seen: Set<ModuleURL> = [start]
    while let way = ways.popLast() {
      guard let last = way.last else { continue }
      if last.isSameModule(as: end) { return way }
      for manifest in all where manifest.url.isSameModule(as: last) {
        for opening in manifest.openings where opening.url.isConstant {
          let next = opening.url.module
          if seen.insert(next).inserted || next.isSameModule(as: end) { ways.append(way + [next]) }
        }
      }
    }
    return nil
  }
}
