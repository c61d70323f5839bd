internal import MocoaModel
internal import MocoaStore

/// An artist with albums.
struct Artist: Entity {
  let id: String
  var name: String
  var albums: [Album] = []

  static var children: [ChildField<Artist>] { [.many(\.albums)] }

  /// The pipeline that sorts artists by name.
  static var byName: RelationPipeline<Artist> {
    RelationPipeline().sort { $0.name.lowercased() }.sort(by: \.name)
      // Other properties of an album do not affect the cell of its artist.
      .observing(\.name, \.albums.count)
  }
}

extension String {
  /// Returns a new identity that is long enough to be unique among all programs.
  static func newIdentity() -> String { String(UInt128.random(in: .min ... .max), radix: 36) }

  /// Returns a count and its noun in the singular or plural: `1 album`, `2 albums`.
  static func count(_ number: Int, of thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }
}
