/// The members of the objects in a manifest.
///
/// A test checks that `manifest.schema.json` has the same members.
package enum ManifestMember: String, CaseIterable, Sendable {
  case schema = "$schema"
  case url, title, source, id, kind, section, header, footer, row, height, opens, keys, kinds

  /// The members that describe the records of one kind.
  package static let ofKind: [ManifestMember] = [.row, .height, .opens, .keys]
}
