internal import MocoaModel

/// Somebody that the server knows.
struct User: CellModel, Identifiable, Equatable {
  /// The number among all users.
  let id: Int

  /// In years.
  var age: Int

  /// `user--7`.
  var name: String { "user--\(id)" }
}
