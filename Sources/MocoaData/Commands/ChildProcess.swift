internal import CProcess
internal import Glibc
internal import MocoaSystem

/// A running command and the pipes that receive its output.
///
/// The command has no shell and no terminal, and its standard input is empty. Call ``end()`` on the
/// thread that started the command: the system kills the command when that thread ends.
final class ChildProcess {
  /// The nonblocking read ends of the pipes for standard output and standard error.
  let output: Int32
  let errors: Int32

  /// A descriptor that becomes readable when the command ends, or -1 if the system does not support
  /// such descriptors.
  let handle: Int32

  private let process: pid_t

  /// Starts a command.
  ///
  /// - Parameter words: A path, or a name that is searched for in PATH, followed by the arguments.
  ///   The array must not be empty.
  /// - Throws: ``CommandError/launch(_:)`` if the command cannot be started.
  init(_ words: [String]) throws(CommandError) {
    guard let nothing = Self.openNullDevice() else { throw .launch(errno) }
    defer { close(nothing) }
    guard let output = Pipe() else { throw .launch(errno) }
    guard let errors = Pipe() else {
      let code = errno
      output.close()
      throw .launch(code)
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
      throw .launch(code)
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

  /// A Boolean value that indicates whether the command has ended.
  ///
  /// Processes that it started may still run.
  var hasEnded: Bool { mocoa_command_has_ended(process) != 0 }

  /// Requests the command, and the processes that it started, to end.
  func requestTermination() {
    killpg(process, SIGTERM)
    // A stopped process does not handle SIGTERM until it continues.
    killpg(process, SIGCONT)
  }

  /// Kills the command and the processes that it started.
  func kill() {
    killpg(process, SIGKILL)
  }

  /// Kills the processes that the command has left running, and releases the process ID of the
  /// command.
  ///
  /// Call this method once, as the last call.
  func end() -> CommandExit {
    let status = mocoa_command_bury(process)
    return status < 0 ? .signal(-status) : .exit(status)
  }

  // MARK: - Arguments and descriptors

  private static func openNullDevice() -> Int32? {
    let opened = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return opened < 0 ? nil : Pipe.moved(opened)
  }

  private static func withArguments<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    return body(arguments + [nil])
  }
}
