internal import MocoaLanguage
internal import Glibc
internal import MocoaTerminal

/// Why standard output takes no more.
enum OutputError: Error, Equatable, CustomStringConvertible {
  /// Nobody reads it any more.
  case closed

  /// The system refused, for a reason it gives as a number.
  case failed(Int32)

  var description: String {
    switch self {
    case .closed: phrase("standard output is closed")
    case .failed(let code): phrase("standard output: \(String(cString: strerror(code)))")
    }
  }
}

/// Standard output, written in large pieces.
struct StandardOutput {
  private var buffer: [UInt8] = []

  /// How much is collected before it is written.
  private static let capacity = 1 << 16

  /// Writes a line that is sanitised already.
  mutating func line(_ line: String) throws(OutputError) {
    try text(line)
    try text("\n")
  }

  /// Writes text that is sanitised already.
  mutating func text(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes bytes as they are.
  mutating func bytes(_ bytes: [UInt8]) throws(OutputError) {
    buffer += bytes
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes what was collected.
  mutating func flush() throws(OutputError) {
    try StandardStreams.write(buffer, to: STDOUT_FILENO)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// What the program is connected to.
enum StandardStreams {
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Has no other file take the number of a stream that is closed: what is written to that fails as
  /// before.
  static func keepNumbers() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The lowest number that is free is this one.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether there is a standard output.
  static var outputIsOpen: Bool {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_RDONLY
  }

  /// Whether standard input is something that data comes from, and not only a terminal or nothing.
  static var inputIsData: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFREG, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// Whether commands can be typed: at standard input, or beside it where data comes from there; and
  /// there is a terminal that is the program's own.
  static var canTakeLines: Bool {
    guard isatty(STDIN_FILENO) == 1 || inputIsData else { return false }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    if terminal >= 0 { close(terminal) }
    return terminal >= 0
  }

  /// How much may move on the terminal, unless one says so: one that is called dumb is a printer, or
  /// reads aloud.
  static var motion: Motion {
    getenv("TERM").map { String(cString: $0) } == "dumb" ? .off : .full
  }

  /// Writes one line to standard error: `mocoa: …`.
  static func complain(_ message: String) {
    // There is nobody to tell that this failed.
    try? write(Array("mocoa: \(SanitizedText.line(message))\n".utf8), to: STDERR_FILENO)
  }

  /// Writes all bytes.
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
