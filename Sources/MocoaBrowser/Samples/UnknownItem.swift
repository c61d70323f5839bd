/// Why the page of one item of a sample cannot be opened.
struct UnknownItem: Error, CustomStringConvertible {
  /// What the item is: `artist`.
  let kind: String

  /// The `id` that was asked for.
  let id: String?

  var description: String {
    id.map { "no \(kind) has the id \"\($0)\"" } ?? "which \(kind)? (write ?id=NUMBER)"
  }
}
