internal import Glibc
internal import MocoaTerminal

/// Standard output, written in large pieces; a reader that went away ends the program with SIGPIPE.
struct StandardOutput {
  private var buffer: [UInt8] = []

  /// How much is collected before it is written.
  private static let capacity = 1 << 16

  /// Writes a line.
  mutating func line(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.capacity { flush() }
  }

  /// Writes what was collected.
  mutating func flush() {
    StandardStreams.write(buffer, to: STDOUT_FILENO)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// What the program is connected to.
enum StandardStreams {
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// What standard input is, as far as data could come from it.
  enum Input: Equatable {
    case file
    case stream
    case none
  }

  static var input: Input {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return .none }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFIFO, S_IFSOCK: .stream
    default: .none
    }
  }

  /// Writes one line to standard error: `mocoa: …`.
  static func complain(_ message: String) {
    write(Array("mocoa: \(SanitizedText.line(message))\n".utf8), to: STDERR_FILENO)
  }

  /// Writes all bytes; a descriptor that takes no more loses the rest.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      if written <= 0 { return }
      rest = rest.dropFirst(written)
    }
  }
}
