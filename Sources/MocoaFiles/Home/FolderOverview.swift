internal import MocoaLocalization
internal import MocoaBrowser

/// The most useful entries of a folder, selected by their names and first bytes: databases, tables,
/// logs and JSON documents, in this order.
struct FolderOverview: Equatable {
  /// The kind of a file that mocoa opens as a list.
  enum FileKind: Int, CaseIterable {
    case database, table, log, document
  }

  /// A file with its kind.
  struct File: Equatable {
    let entry: FolderListing.Entry
    let kind: FileKind
  }

  let listing: FolderListing

  /// The files, by kind, and the newest first in each kind.
  let files: [File]

  /// The maximum number of files whose first bytes are read.
  private static let examinedLimit = 64

  /// Selects files of a folder.
  ///
  /// - Parameters:
  ///   - listing: The entries of the folder.
  ///   - limit: The maximum number of files.
  ///   - firstBytes: A closure that returns at most 16 bytes from the start of the file with a
  ///     name.
  init(_ listing: FolderListing, limit: Int, firstBytes: (String) -> [UInt8]) {
    self.listing = listing
    let candidates = listing.entries.compactMap { entry in
      entry.isFolder || entry.size == 0
        ? nil : FileKind(name: entry.name).map { File(entry: entry, kind: $0) }
    }.sorted { ($1.entry.modified, $0.entry.name) < ($0.entry.modified, $1.entry.name) }
    // The newest files are examined, and among them the kinds are ordered.
    let matches = candidates.prefix(Self.examinedLimit).filter {
      $0.kind.matches(firstBytes($0.entry.name), isCompressed: $0.entry.name.isCompressed)
    }
    let ordered = FileKind.allCases.flatMap { kind in matches.filter { $0.kind == kind } }
    files = Array(ordered.prefix(limit))
  }

  /// The numbers of files and folders as text.
  var summary: String {
    if !listing.isComplete { return localized("more than \(FolderListing.limit) entries") }
    let folders = listing.entries.count(where: \.isFolder)
    let files = listing.entries.count - folders
    let counts = [
      files > 0 ? localized("\(files, one: "file", other: "files")") : "",
      folders > 0 ? localized("\(folders, one: "folder", other: "folders")") : "",
    ].filter { !$0.isEmpty }
    return counts.isEmpty ? localized("an empty folder") : counts.joined(separator: " · ")
  }

  /// The total size of the files in bytes, or `nil` if the listing is not complete or has no files.
  var size: Int? {
    let files = listing.entries.filter { !$0.isFolder }
    return listing.isComplete && !files.isEmpty ? files.reduce(0) { $0 + $1.size } : nil
  }
}

extension FolderOverview.FileKind {
  /// Creates the kind that the name of a file suggests, or returns `nil`.
  init?(name: String) {
    var parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    if name.isCompressed { parts.removeLast() }
    guard parts.count > 1 else { return nil }
    switch parts.last {
    case "db", "db3", "sqlite", "sqlite3": self = .database
    case "csv", "tsv": self = .table
    case "ndjson", "jsonl", "log": self = .log
    case "json", "geojson": self = .document
    default: return nil
    }
    if self == .database, name.isCompressed { return nil }
  }

  /// Returns `true` if a file of this kind may begin with some bytes.
  func matches(_ bytes: [UInt8], isCompressed: Bool) -> Bool {
    if isCompressed {
      return bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    }
    switch self {
    case .database: return bytes.elementsEqual("SQLite format 3\0".utf8)
    case .table, .log: return !bytes.isEmpty && !bytes.contains(0)
    case .document:
      let start = bytes.drop { $0 <= UInt8(ascii: " ") || [0xEF, 0xBB, 0xBF].contains($0) }.first
      // Sixteen blanks are a valid start of a document.
      return start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
        || start == nil && bytes.count == 16
    }
  }

  /// The kind in words.
  var title: String {
    switch self {
    case .database: localized("SQLite database")
    case .table: localized("table")
    case .log: localized("log records")
    case .document: localized("JSON document")
    }
  }
}

extension String {
  /// A Boolean value that indicates whether the name of a file is that of a compressed file.
  fileprivate var isCompressed: Bool {
    [".gz", ".zst"].contains { lowercased().hasSuffix($0) }
  }
}
