/// The members of a manifest; `manifest.schema.json` knows the same ones, which is tested.
package enum ManifestMember: String, CaseIterable, Sendable {
  case schema = "$schema"
  case url, title, source, id, kind, section, header, footer, row, height, opens, keys, kinds

  /// Those that say how the records of one kind are shown.
  package static let ofKind: [ManifestMember] = [.row, .height, .opens, .keys]
}
