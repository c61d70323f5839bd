internal import MocoaData
internal import MocoaModel

/// Somebody who makes records.
struct Artist: Entity {
  let id: String
  var name: String
  var albums: [Album] = []

  static var children: [Child<Artist>] { [.many(\.albums)] }

  /// All artists, by name.
  static var byName: Pipeline<Artist> {
    Pipeline().sort { $0.name.lowercased() }.sort(by: \.name)
      // What else changes in an album is not seen in the row of its artist.
      .observing(\.name, \.albums.count)
  }
}

extension String {
  /// The identity of something new, so long that no other program ever takes the same.
  static func newIdentity() -> String { String(UInt128.random(in: .min ... .max), radix: 36) }

  /// A number of things: `1 album`, `2 albums`.
  static func count(_ number: Int, of thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }
}
