internal import Synchronization
package import MocoaModel

/// A type that publishes a list whose items may be the rows of a table.
///
/// A table has columns even if it has no rows.
@MainActor
package protocol TableSource: ListSource {
  /// The names of the columns as of the last read, or `nil` if the list is not a table or was not
  /// read yet.
  var columnNames: [String]? { get }
}

/// The column names of a table.
///
/// The reading thread sets them before it publishes the first row.
final class TableHeader: Sendable {
  private let found = Mutex<[String]?>(nil)

  /// The column names, or `nil` if the list is not a table.
  var names: [String]? {
    get { found.withLock { $0 } }
    set { found.withLock { $0 = newValue } }
  }
}
