import Glibc

/// A file that all programs open, with records that are the same in every run.
enum PeerFile: String, CaseIterable {
  case thousand = "1k.ndjson"
  case million = "1m.ndjson"
  case array = "1m.json"

  /// The number of records in the large files.
  static let largeCount = 1_000_000

  private var count: Int { self == .thousand ? 1000 : Self.largeCount }

  /// Returns the path of the file in a folder.
  ///
  /// The method writes a missing file. It also reads the file once, so that no program waits for
  /// the disk.
  func prepared(in folder: String) throws -> String {
    let path = "\(folder)/\(rawValue)"
    if access(path, R_OK) != 0 { try write(to: path) }
    guard let file = fopen(path, "r") else {
      throw PeerSession.SessionError(text: "cannot read \(path)")
    }
    defer { fclose(file) }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while fread(&block, 1, block.count, file) > 0 {}
    return path
  }

  private func write(to path: String) throws {
    let failure = PeerSession.SessionError(text: "cannot write \(path)")
    guard let file = fopen("\(path).part", "w") else { throw failure }
    if self == .array { fputs("[", file) }
    for id in 1...count {
      fputs(Self.record(id), file)
      fputs(self != .array ? "\n" : id < count ? ",\n" : "]\n", file)
    }
    // A file that is incomplete because of a full disk must not be used.
    guard ferror(file) == 0, fclose(file) == 0, rename("\(path).part", path) == 0 else {
      throw failure
    }
  }

  private static func record(_ id: Int) -> String {
    let (artist, year, seconds) = (id &* 7919 % 5003, 1900 + id % 120, 60 + id &* 31 % 600)
    return #"{"id": \#(id), "title": "Song number \#(id)", "artist": "Artist \#(artist)", "#
      + #""year": \#(year), "tags": ["live", "mono"], "seconds": \#(seconds), "rating": \#(id % 6)}"#
  }
}
