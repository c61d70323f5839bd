internal import MocoaModel

/// A user of the server.
struct User: CellModel, Identifiable, Equatable {
  /// The number of the user, from 1, unique in a response of the server.
  let id: Int

  /// The age in years.
  var age: Int

  /// The name: `user--7`.
  var name: String { "user--\(id)" }
}
