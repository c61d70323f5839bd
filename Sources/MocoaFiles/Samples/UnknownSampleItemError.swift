internal import MocoaLocalization

/// The error for the page of a sample item that does not exist.
struct UnknownSampleItemError: Error, CustomStringConvertible {
  /// The kind of the item, such as `artist`.
  let kind: String

  /// The requested `id`.
  let id: String?

  var description: String {
    id.map { localized("no \(kind) has the id \"\($0)\"") }
      ?? localized("missing \(kind) (add ?id=NUMBER)")
  }
}
