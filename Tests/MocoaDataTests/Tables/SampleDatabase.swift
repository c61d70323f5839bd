import CSQLite
import MocoaModel
import MocoaSQLite
import MocoaTestSupport
import Testing

@testable import MocoaData

/// A database file that a test creates and changes, in the role of another program.
final class SampleDatabase {
  let path: String
  private let database: SQLiteDatabase

  init(in folder: TemporaryFolder, _ name: String = "sample.db", _ sql: String = "") throws {
    path = folder.path(of: name)
    database = try SQLiteDatabase(path: path, .readWrite)
    try execute(sql)
  }

  func execute(_ sql: String) throws { try database.execute(sql) }

  /// SQL that creates a music database with foreign keys between its tables.
  static let music = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE album (
      id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES artist, cover BLOB, price REAL);
    CREATE TABLE track (
      album INTEGER REFERENCES album(id), number INTEGER, title TEXT,
      PRIMARY KEY (album, number)) WITHOUT ROWID;
    CREATE VIEW long_titles AS SELECT title FROM album WHERE length(title) > 8;
    INSERT INTO artist VALUES (1, 'Miles Davis'), (2, 'John Coltrane');
    INSERT INTO album VALUES
      (10, 'Kind of Blue', 1, x'0102', 9.5), (11, 'Blue Train', 2, NULL, 8), (15, 'Milestones', 1, x'', 7);
    INSERT INTO track VALUES (10, 1, 'So What'), (10, 2, 'Freddie Freeloader'), (11, 1, 'Blue Train');
    """
}

extension DatabaseSource {
  /// The items as text: the fields of each record, or `✗` and its error message.
  var texts: [String] {
    let items = snapshot.sections[0].items
    return (0..<items.count).map { index in
      guard let record = items.element(at: index) as? any FieldReadable else { return "?" }
      if let problem = record.errorMessage { return "✗ \(problem)" }
      return record.fields.map { "\($0.name)=\($0.value.scalarString ?? "?")" }.joined(
        separator: " ")
    }
  }

  /// Waits until the source is no longer loading.
  func finish() async {
    await eventually("the end of reading") { if case .loading = phase { false } else { true } }
  }

  var failure: String? { if case .failed(let reason) = phase { reason } else { nil } }
}
