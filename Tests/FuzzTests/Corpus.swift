import Glibc

/// The stored inputs of a target.
struct Corpus {
  let inputs: [(path: String, bytes: [UInt8])]

  init(of name: String, file: String = #filePath) throws {
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(folder)/Corpora/\(name)"
    guard let entries = opendir(path) else {
      throw FuzzFailure(description: "\(path) cannot be read: errno \(errno)")
    }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    inputs = try names.sorted().map { ("\(path)/\($0)", try Self.bytes(of: "\(path)/\($0)")) }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FuzzFailure(description: "\(path): errno \(errno)") }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = read(file, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
