internal import MocoaLocalization
internal import Glibc
internal import MocoaTerminal

/// An error of writing to standard output.
package enum OutputError: Error, Equatable, CustomStringConvertible {
  /// The reader of standard output has closed it.
  case closed

  /// Writing failed, with the associated `errno`.
  case failed(Int32)

  package var description: String {
    switch self {
    case .closed: localized("standard output is closed")
    case .failed(let code): localized("standard output: \(String(cString: strerror(code)))")
    }
  }
}

/// A buffered writer to standard output.
package struct StandardOutput {
  private var buffer: [UInt8] = []

  /// The number of bytes after which the buffer is written.
  private static let capacity = 1 << 16

  /// Creates a writer with an empty buffer.
  package init() {}

  /// Writes a line that is already sanitized.
  package mutating func line(_ line: String) throws(OutputError) {
    try text(line)
    try text("\n")
  }

  /// Writes text that is already sanitized.
  package mutating func text(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes bytes unchanged.
  mutating func bytes(_ bytes: [UInt8]) throws(OutputError) {
    buffer += bytes
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes the buffered bytes.
  package mutating func flush() throws(OutputError) {
    try StandardStreams.write(buffer, to: STDOUT_FILENO)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// The standard streams of the process.
package enum StandardStreams {
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Reserves the descriptors of closed standard streams, so that no other file receives them.
  ///
  /// Writes to a closed stream still fail.
  static func reserveDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is this one.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// A Boolean value that indicates whether standard output is open for writing.
  static var outputIsOpen: Bool {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_RDONLY
  }

  /// A Boolean value that indicates whether standard input is a file, a pipe or a socket.
  package static var inputIsData: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFREG, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// A Boolean value that indicates whether the user can type commands.
  ///
  /// This requires a controlling terminal, and a standard input that is a terminal or provides
  /// data.
  static var supportsLineMode: Bool {
    guard isatty(STDIN_FILENO) == 1 || inputIsData else { return false }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    if terminal >= 0 { close(terminal) }
    return terminal >= 0
  }

  /// The default amount of animation.
  ///
  /// Animation is off on a `dumb` terminal, which may be a printer or a screen reader.
  static var motion: Motion {
    getenv("TERM").map { String(cString: $0) } == "dumb" ? .off : .full
  }

  /// Writes a message as one line to standard error: `mocoa: …`.
  package static func printError(_ message: String) {
    // A failure to write to standard error cannot be reported.
    try? write(Array("mocoa: \(SanitizedText.line(message))\n".utf8), to: STDERR_FILENO)
  }

  /// Writes all bytes to a file descriptor.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      if written < 0 { throw errno == EPIPE ? .closed : .failed(errno) }
      rest = rest.dropFirst(written)
    }
  }
}
