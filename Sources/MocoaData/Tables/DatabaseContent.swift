/// What of a database is listed.
public enum DatabaseContent: Sendable, Hashable {
  /// Its tables and views.
  case tables

  /// The rows of a table or a view.
  case rows(of: String)

  /// The cells of a row.
  case row(RowPlace)
}
