internal import MocoaSystem

extension SQLiteValue {
  /// Creates the column value of an identity.
  ///
  /// Identities other than integers and texts are stored as blobs.
  init(_ id: StoredID) {
    switch id {
    case .integer(let value): self = .integer(value)
    case .text(let text): self = .text(text)
    case .tagged(let spelling): self = .blob(Array(spelling.utf8))
    }
  }
}

extension SQLiteStatement {
  /// Returns the identity in a column of the current row, or `nil` if the column has no valid
  /// identity.
  func id(_ column: Int32) -> StoredID? {
    switch type(of: column) {
    case .integer: .integer(integer(column))
    case .text: withUTF8(column) { .text(String(decoding: $0, as: UTF8.self)) }
    case .blob: withBytes(column) { .tagged(String(decoding: $0, as: UTF8.self)) }
    case .real, .null: nil
    }
  }
}
