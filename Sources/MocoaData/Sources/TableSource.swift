internal import Synchronization
package import MocoaModel

/// A list that may be the rows of a table, which has columns though it has no row.
@MainActor
package protocol TableSource: ListSource {
  /// The names of the columns, as they were read last; nil where it is no table, or none was read yet.
  var columnNames: [String]? { get }
}

/// The names of the columns of a table: they are found on the thread that reads, before any row.
final class TableHeading: Sendable {
  private let found = Mutex<[String]?>(nil)

  /// The names; nil where there is no table.
  var names: [String]? {
    get { found.withLock { $0 } }
    set { found.withLock { $0 = newValue } }
  }
}
