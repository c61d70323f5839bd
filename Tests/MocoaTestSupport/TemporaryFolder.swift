import Glibc
import Testing

/// A folder that is removed when it is deallocated.
public final class TemporaryFolder {
  /// The path of the folder.
  public let folder: String

  /// Creates an empty folder.
  public init() throws {
    var template = Array("/tmp/mocoa-test-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    folder = String(cString: made)
  }

  deinit { Self.remove(folder) }

  /// Removes a folder with its content.
  private static func remove(_ folder: String) {
    if let names = opendir(folder) {
      while let entry = readdir(names) {
        // In place: a copy would read 256 bytes, beyond the end of the buffer of the directory.
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        // Files and symbolic links are unlinked; folders are removed recursively.
        if unlink("\(folder)/\(name)") != 0 { remove("\(folder)/\(name)") }
      }
      closedir(names)
    }
    rmdir(folder)
  }

  /// Returns the path of a file in the folder.
  public func path(of name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file, and returns its path.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// Writes a file, and returns its path.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let descriptor = open(path(of: name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      try #require(count > 0)
      rest = rest.dropFirst(count)
    }
    return path(of: name)
  }

  /// Appends text to an existing file.
  public func append(_ text: String, to name: String) throws {
    let descriptor = open(path(of: name), O_WRONLY | O_APPEND)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// Removes an existing file.
  public func remove(_ name: String) throws { try #require(unlink(path(of: name)) == 0) }

  /// Removes an existing empty folder.
  public func removeFolder(_ name: String) throws { try #require(rmdir(path(of: name)) == 0) }

  /// Returns the text of a file.
  public func text(of name: String) throws -> String {
    let descriptor = open(path(of: name), O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
