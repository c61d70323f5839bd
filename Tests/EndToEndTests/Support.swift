import Glibc
import MocoaPtySupport
import Testing

/// The program under test.
enum Mocoa {
  static let path = Programs.path(of: "mocoa")

  /// Starts it in a terminal.
  static func start(
    _ arguments: [String], environment: [String: String?] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> Terminal {
    try Terminal(
      path, arguments, environment: environment, columns: columns, rows: rows)
  }

  /// What a run without a terminal came to.
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Runs it without a terminal, standard output and error being files.
  static func run(_ arguments: [String], input: String = "/dev/null") throws -> Outcome {
    let folder = try TemporaryFolder()
    let (output, errors) = (folder.path(of: "out"), folder.path(of: "err"))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    var words = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    try #require(posix_spawn(&process, path, &actions, nil, words, environ) == 0)
    var status: Int32 = 0
    try #require(waitpid(process, &status, 0) == process)
    return Outcome(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F,
      output: try folder.text(of: "out"), errors: try folder.text(of: "err"))
  }
}

/// A folder that goes away with the test.
final class TemporaryFolder {
  let folder: String

  init() throws {
    var template = Array("/tmp/mocoa-test-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    folder = String(cString: made)
  }

  deinit {
    if let names = opendir(folder) {
      while let entry = readdir(names) {
        let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        unlink(path(of: name))
      }
      closedir(names)
    }
    rmdir(folder)
  }

  func path(of name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file, and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
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

  func text(of name: String) throws -> String {
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
