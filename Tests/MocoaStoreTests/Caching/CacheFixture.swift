import Glibc
import MocoaSQLite
import Testing

@testable import MocoaStore

/// Cache files that tests change directly.
enum CacheFixture {
  /// The SQL statements that convert a file of the current format to format 2.
  static let formatTwo =
    CheckedTable.all.dropLast().map { "ALTER TABLE \($0.name) DROP COLUMN checksum;" }.joined()
      + """
      ALTER TABLE entity DROP COLUMN version; ALTER TABLE list DROP COLUMN edits;
      ALTER TABLE change DROP COLUMN seal; DROP TABLE orphan; PRAGMA user_version = 2;
      """

  /// Updates the checksums of all rows of a file after direct changes.
  static func reseal(_ path: String) throws {
    try CacheFile.sealAll(try SQLiteDatabase(path: path, .readWrite))
  }

  /// Returns the bytes of a file.
  static func bytes(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      all += buffer.prefix(count)
    }
    return all
  }
}
