internal import MocoaLanguage

/// Why the page of one item of a sample cannot be opened.
struct UnknownItem: Error, CustomStringConvertible {
  /// What the item is: `artist`.
  let kind: String

  /// The `id` that was asked for.
  let id: String?

  var description: String {
    id.map { phrase("no \(kind) has the id \"\($0)\"") }
      ?? phrase("which \(kind)? (write ?id=NUMBER)")
  }
}
