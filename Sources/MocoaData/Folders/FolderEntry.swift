internal import Glibc
public import MocoaModel

/// What stands in a folder under one name.
public struct FolderEntry: CellModel, FieldReadable, Equatable {
  /// What a name stands for.
  public enum Kind: String, Sendable {
    case folder, file, link, pipe, socket, device

    /// A name of which nothing more is known.
    case unknown
  }

  /// The name; where its bytes are no UTF-8, with a sign for each that is none.
  public let name: String

  /// What it is; of a link what that leads to, and `link` where it leads nowhere.
  public let kind: Kind

  /// Where a link leads to, as it says so; nil for all else.
  public let target: String?

  /// How many bytes a file has; nil for all else.
  public let size: Int?

  /// When its content changed last, in seconds since 1970; nil where that is not known.
  public let changed: Int?

  /// The folder, as it was named to whoever reads it.
  let folder: String

  /// The bytes of a name that are no UTF-8; nil for all others.
  let strangeName: [UInt8]?

  /// Whether the path can be written as text: not where the name is no UTF-8.
  public var isNameable: Bool { strangeName == nil }

  /// Where it is, as seen from where the folder is named; what is no UTF-8 in it, with signs.
  public var path: String { String(decoding: pathBytes, as: UTF8.self) }

  /// Where it is, exactly.
  package var pathBytes: [UInt8] { Self.path(of: strangeName ?? Array(name.utf8), in: folder) }

  /// The name.
  public var itemID: ItemID { ItemID(name) }

  /// Whether all of it is the same.
  public func isContentEqual(to other: any CellModel) -> Bool { other as? FolderEntry == self }

  /// `name`, `kind`, what of `size`, `changed` and `target` is known, and `path`.
  public var fieldNames: [String] {
    ["name", "kind"] + ["size", "changed", "target"].filter { field($0) != nil } + ["path"]
  }

  /// The value of a field; `changed` is local time, as `2026-11-22 14:03:05`.
  public func field(_ field: String) -> FieldValue? {
    switch field {
    case "name": .text(name)
    case "kind": .text(kind.rawValue)
    case "size": size.map { .int(Int64($0)) }
    case "changed": changed.map { .text(Self.text(of: $0)) }
    case "target": target.map { .text($0) }
    case "path": .text(path)
    default: nil
    }
  }

  /// The path of what stands in a folder under a name, such that no program takes it for an option.
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

/// A name in a folder, before more of it is known.
struct FolderName: Sendable {
  let bytes: [UInt8]

  /// Whether it stands for a folder, as far as the folder itself says; not where that is a link's end.
  let isFolder: Bool

  /// All names in a folder but `.` and `..`: folders first, in the order of the letters.
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

  /// What stands there under the name; nil where it is gone meanwhile.
  ///
  /// - Parameters:
  ///   - folder: an open folder.
  ///   - path: what that is called.
  func entry(in folder: Int32, at path: String) -> FolderEntry? {
    func made(_ kind: FolderEntry.Kind, _ target: String?, _ status: stat?) -> FolderEntry {
      let name = String(decoding: bytes, as: UTF8.self)
      return FolderEntry(
        name: name, kind: kind, target: target,
        size: kind == .file ? status.map { Int($0.st_size) } : nil,
        changed: status.map { Int($0.st_mtim.tv_sec) }, folder: path,
        strangeName: name.utf8.elementsEqual(bytes) ? nil : bytes)
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
