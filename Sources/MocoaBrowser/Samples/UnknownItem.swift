internal import MocoaLanguage

/// The error for the page of a sample item that does not exist.
struct UnknownItem: Error, CustomStringConvertible {
  /// The kind of the item, such as `artist`.
  let kind: String

  /// The requested `id`.
  let id: String?

  var description: String {
    id.map { phrase("no \(kind) has the id \"\($0)\"") }
      ?? phrase("which \(kind)? (write ?id=NUMBER)")
  }
}
