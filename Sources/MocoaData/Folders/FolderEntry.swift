internal import Glibc
public import MocoaModel

/// An entry of a folder.
public struct FolderEntry: CellModel, FieldReadable, Equatable {
  /// The kinds of folder entries.
  public enum Kind: String, Sendable {
    case folder, file, link, pipe, socket, device

    /// An entry whose kind cannot be determined.
    case unknown
  }

  /// The name.
  ///
  /// Each byte sequence that is not valid UTF-8 is replaced by U+FFFD.
  public let name: String

  /// The kind of the entry.
  ///
  /// For a link, this is the kind of its target, or `link` if the target does not exist.
  public let kind: Kind

  /// The path in a symbolic link, as it was written, or `nil` for other entries.
  public let target: String?

  /// The size of a file in bytes, or `nil` for other entries.
  public let size: Int?

  /// The modification time of the content in seconds since 1970, or `nil` if it is unknown.
  public let modificationTime: Int?

  /// A Boolean value that indicates whether the entry is a file that can be executed.
  public let isExecutable: Bool

  /// The path of the folder, as it was passed to the source.
  let folder: String

  /// The bytes of a name that is not valid UTF-8, or `nil` for other names.
  let rawName: [UInt8]?

  /// A Boolean value that indicates whether the path is valid UTF-8, and so can be written as text.
  public var hasUTF8Name: Bool { rawName == nil }

  /// The path of the entry, which consists of the path of the folder and the name.
  ///
  /// It is relative if the path of the folder is relative. Invalid UTF-8 is replaced.
  public var path: String { String(decoding: pathBytes, as: UTF8.self) }

  /// The exact bytes of the path.
  package var pathBytes: [UInt8] { Self.path(of: rawName ?? Array(name.utf8), in: folder) }

  /// The identity of the entry, which is its name.
  public var itemID: ItemID { ItemID(name) }

  /// Returns `true` if all properties are equal.
  public func isContentEqual(to other: any CellModel) -> Bool { other as? FolderEntry == self }

  /// The names of the fields: `name`, `kind`, `size`, `changed`, `target` and `path`.
  ///
  /// The fields `size`, `changed` and `target` are omitted if they have no value.
  public var fieldNames: [String] {
    ["name", "kind"] + ["size", "changed", "target"].filter { field($0) != nil } + ["path"]
  }

  /// Returns the value of a field.
  ///
  /// The field `changed` is in local time, such as `2026-11-22 14:03:05`.
  public func field(_ field: String) -> FieldValue? {
    switch field {
    case "name": .string(name)
    case "kind": .string(kind.rawValue)
    case "size": size.map { .int(Int64($0)) }
    case "changed": modificationTime.map { .string(Self.text(of: $0)) }
    case "target": target.map { .string($0) }
    case "path": .string(path)
    default: nil
    }
  }

  /// Returns the path of an entry.
  ///
  /// The path never begins with `-` or `+`, so that no program reads it as an option.
  private static func path(of name: [UInt8], in folder: String) -> [UInt8] {
    let stroke = folder.utf8.last == UInt8(ascii: "/") ? "" : "/"
    let path = folder == "." ? name : Array((folder + stroke).utf8) + name
    let isOption = path.first == UInt8(ascii: "-") || path.first == UInt8(ascii: "+")
    return isOption ? Array("./".utf8) + path : path
  }

  private static func text(of time: Int) -> String {
    var (time, fields) = (time_t(time), tm())
    guard localtime_r(&time, &fields) != nil else { return "" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(Int(fields.tm_year) + 1900)-\(two(fields.tm_mon + 1))-\(two(fields.tm_mday))"
    return "\(day) \(two(fields.tm_hour)):\(two(fields.tm_min)):\(two(fields.tm_sec))"
  }
}

// MARK: - Reading

/// The name of a folder entry before its properties are read.
struct FolderName: Sendable {
  let bytes: [UInt8]

  /// A Boolean value that indicates whether the directory entry has the type of a folder.
  ///
  /// It is `false` for a link to a folder.
  let isFolder: Bool

  /// Returns all names in a folder except `.` and `..`, folders first, sorted alphabetically
  /// without regard to ASCII case.
  ///
  /// - Throws: ``SourceError`` if the folder cannot be read.
  static func all(in path: String) throws(SourceError) -> [FolderName] {
    guard let entries = opendir(path) else { throw .system(path, errno) }
    defer { closedir(entries) }
    var names: [(name: FolderName, key: [UInt8])] = []
    while true {
      errno = 0
      guard let entry = readdir(entries) else { break }
      let bytes = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let start = UnsafeRawPointer(pointer)
        return Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      }
      if bytes == [0x2E] || bytes == [0x2E, 0x2E] { continue }
      let isFolder = Int(entry.pointee.d_type) == Int(DT_DIR)
      names.append(
        (FolderName(bytes: bytes, isFolder: isFolder), bytes.map(\.asciiLowercased)))
    }
    if errno != 0 { throw .system(path, errno) }
    names.sort { one, other in
      if one.name.isFolder != other.name.isFolder { return one.name.isFolder }
      if one.key != other.key { return one.key.lexicographicallyPrecedes(other.key) }
      return one.name.bytes.lexicographicallyPrecedes(other.name.bytes)
    }
    return names.map(\.name)
  }

  /// Reads the properties of the entry.
  ///
  /// - Parameters:
  ///   - folder: The descriptor of the open folder.
  ///   - path: The path of that folder.
  /// - Returns: The entry, or `nil` if it no longer exists.
  func entry(in folder: Int32, at path: String) -> FolderEntry? {
    func made(_ kind: FolderEntry.Kind, _ target: String?, _ status: stat?) -> FolderEntry {
      let name = String(decoding: bytes, as: UTF8.self)
      let isExecutable = kind == .file && status.map { $0.st_mode & 0o111 != 0 } == true
      return FolderEntry(
        name: name, kind: kind, target: target,
        size: kind == .file ? status.map { Int($0.st_size) } : nil,
        modificationTime: status.map { Int($0.st_mtim.tv_sec) }, isExecutable: isExecutable,
        folder: path,
        rawName: name.utf8.elementsEqual(bytes) ? nil : bytes)
    }
    var status = stat()
    let name = bytes.map { CChar(bitPattern: $0) } + [0]
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return errno == ENOENT ? nil : made(.unknown, nil, nil)
    }
    guard status.st_mode & S_IFMT == S_IFLNK else { return made(Self.kind(status), nil, status) }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(folder, name, &buffer, buffer.count)
    let target = String(
      decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var end = stat()
    guard fstatat(folder, name, &end, 0) == 0 else { return made(.link, target, status) }
    return made(Self.kind(end), target, end)
  }

  private static func kind(_ status: stat) -> FolderEntry.Kind {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: .folder
    case S_IFREG: .file
    case S_IFIFO: .pipe
    case S_IFSOCK: .socket
    case S_IFCHR, S_IFBLK: .device
    default: .unknown
    }
  }
}
