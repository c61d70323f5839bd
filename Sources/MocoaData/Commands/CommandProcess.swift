internal import CProcess
internal import Glibc

/// A command that runs: what it writes, and how it ends.
///
/// It is killed when the thread that started it ends, and asked to end when the program does.
struct CommandProcess {
  /// What it writes, to be closed by whoever takes it.
  let output: Int32

  private let process: pid_t
  private let complaints: CommandComplaints

  /// How long a command that was asked to end is waited for, in milliseconds.
  private static let grace: Int32 = 400

  /// Where the system cannot tell when a command ends, it is asked so often, in milliseconds.
  private static let pause: Int32 = 50

  /// Starts a command: a name to be looked for in PATH, or a path, and its arguments.
  ///
  /// - Parameter isSlow: called, on another thread, when it has not ended after a second.
  init(_ words: [String], isSlow: @escaping @Sendable () -> Void) throws(CommandFailure) {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { if nothing >= 0 { close(nothing) } }
    guard nothing >= 0, let output = Pipe() else { throw .start(errno) }
    guard let errors = Pipe() else {
      output.close()
      throw .start(errno)
    }
    var arguments = words.map { strdup($0) }
    defer { for word in arguments { free(word) } }
    arguments.append(nil)
    var code: Int32 = 0
    process = mocoa_command_start(arguments, nothing, output.writer, errors.writer, &code)
    for end in [output.writer, errors.writer] { close(end) }
    guard process > 0 else {
      for end in [output.reader, errors.reader] { close(end) }
      throw .start(code)
    }
    self.output = output.reader
    complaints = CommandComplaints(errors.reader, isSlow: isSlow)
  }

  /// Waits for the end of the command.
  ///
  /// - Parameter wake: ends the wait, and the command with all that it has started.
  func end(orWhen wake: Wake) -> CommandEnd {
    let handle = mocoa_command_handle(process)
    defer { if handle >= 0 { close(handle) } }
    var status: Int32 = 0
    var hasEnded = false
    while !hasEnded {
      let outcome = wake.wait(for: handle, milliseconds: handle < 0 ? Self.pause : -1)
      if outcome == .woken { stop(handle) }
      hasEnded = mocoa_command_end(process, outcome == .late ? 0 : 1, &status) != 0
    }
    return CommandEnd(status: status, complaint: complaints.close())
  }

  private func stop(_ handle: Int32) {
    mocoa_command_ask(process)
    _ = Wake().wait(for: handle, milliseconds: Self.grace)
    mocoa_command_kill(process)
  }
}

/// The two ends of a pipe, which no other command gets.
private struct Pipe {
  let reader: Int32
  let writer: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    // Not where standard streams are: there the command has its own.
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    let code = errno
    for end in ends { Glibc.close(end) }
    guard moved.allSatisfy({ $0 >= 0 }) else {
      for end in moved where end >= 0 { Glibc.close(end) }
      errno = code
      return nil
    }
    (reader, writer) = (moved[0], moved[1])
  }

  func close() {
    for end in [reader, writer] { Glibc.close(end) }
  }
}
