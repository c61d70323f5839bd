import Glibc
import Testing

@testable import MocoaData

/// Files of caches that tests change by hand.
enum CacheFixture {
  /// The statements that make a file of format 2 of one of the present format.
  static let formatTwo =
    CheckedTable.all.dropLast().map { "ALTER TABLE \($0.name) DROP COLUMN checksum;" }.joined()
      + """
      ALTER TABLE entity DROP COLUMN version; ALTER TABLE list DROP COLUMN edits;
      ALTER TABLE change DROP COLUMN seal; DROP TABLE orphan; PRAGMA user_version = 2;
      """

  /// Gives all rows of a file their checksums, whatever was written to it.
  static func reseal(_ path: String) throws {
    try CacheFile.sealAll(try SQLiteDatabase(path: path, .readWrite))
  }

  /// The bytes of a file.
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
