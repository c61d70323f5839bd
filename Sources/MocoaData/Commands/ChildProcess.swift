internal import CProcess
internal import Glibc

/// A command that was started, and what it writes.
///
/// It has no shell, no terminal, and nothing at its standard input. It has to be ended on the thread
/// that started it: were that thread to end before, the system would kill the command.
final class ChildProcess {
  /// What it writes to standard output, and to standard error; reading never waits.
  let output: Int32
  let errors: Int32

  /// Readable when it has ended; -1 where the system cannot tell.
  let handle: Int32

  private let process: pid_t

  /// Starts a command: a path, or a name to be looked for in PATH, and its arguments; not empty.
  init(_ words: [String]) throws(CommandFailure) {
    guard let nothing = Self.nothing() else { throw .start(errno) }
    defer { close(nothing) }
    guard let output = Pipe() else { throw .start(errno) }
    guard let errors = Pipe() else {
      let code = errno
      output.close()
      throw .start(code)
    }
    var code: Int32 = 0
    process = Self.withArguments(words) {
      mocoa_command_start($0, nothing, output.writer, errors.writer, &code)
    }
    close(output.writer)
    close(errors.writer)
    guard process > 0 else {
      close(output.reader)
      close(errors.reader)
      throw .start(code)
    }
    (self.output, self.errors) = (output.reader, errors.reader)
    handle = mocoa_command_handle(process)
    for descriptor in [output.reader, errors.reader] {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    for descriptor in [output, errors, handle] where descriptor >= 0 { close(descriptor) }
  }

  /// Whether it has ended; what it has started may go on.
  var hasEnded: Bool { mocoa_command_has_ended(process) != 0 }

  /// Asks it to end, with all that it has started.
  func ask() {
    killpg(process, SIGTERM)
    // What is stopped hears nothing.
    killpg(process, SIGCONT)
  }

  /// Kills it, with all that it has started.
  func kill() {
    killpg(process, SIGKILL)
  }

  /// Kills what has not ended of it, and takes note of how it ended; once, and nothing follows.
  func end() -> CommandEnd {
    let status = mocoa_command_bury(process)
    return status < 0 ? .signal(-status) : .exit(status)
  }

  // MARK: - What it is started with

  private static func nothing() -> Int32? {
    let opened = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return opened < 0 ? nil : moved(opened)
  }

  private static func withArguments<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    return body(arguments + [nil])
  }

  /// The descriptor above those of the standard streams, where the command will have its own.
  fileprivate static func moved(_ descriptor: Int32) -> Int32? {
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    let code = errno
    close(descriptor)
    errno = code
    return moved < 0 ? nil : moved
  }
}

/// A pipe that no other command gets.
struct Pipe {
  let reader: Int32
  let writer: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    guard let reader = ChildProcess.moved(ends[0]) else {
      Glibc.close(ends[1])
      return nil
    }
    guard let writer = ChildProcess.moved(ends[1]) else {
      Glibc.close(reader)
      return nil
    }
    (self.reader, self.writer) = (reader, writer)
  }

  func close() {
    Glibc.close(reader)
    Glibc.close(writer)
  }
}
