/// The part of a database whose content a source lists.
public enum DatabaseContent: Sendable, Hashable {
  /// The tables and views.
  case tables

  /// The rows of the table or view with the associated name.
  case rows(of: String)

  /// The values of one row.
  case row(RowReference)
}
