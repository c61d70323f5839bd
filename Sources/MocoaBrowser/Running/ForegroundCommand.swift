internal import MocoaLocalization
internal import CProcess
internal import Glibc
internal import MocoaModel
internal import MocoaSystem

/// A command that uses the terminal until it ends.
///
/// Keys such as ^C affect only the command. If ^Z stops the command, it continues when this program
/// continues.
struct ForegroundCommand: Sendable {
  /// The words of the command: a path, or a name that is searched for in PATH, followed by the
  /// arguments.
  ///
  /// The array is not empty.
  let words: [String]

  /// The items that are written to the command's standard input, one line of JSON each.
  ///
  /// `nil` connects standard input to the terminal.
  let input: ItemSubset?

  /// A descriptor that the command inherits with the number 3, such as that of a lock, or `nil`.
  let inherited: Int32?

  /// The way in which a command ended.
  enum Exit: Hashable, Sendable {
    /// A normal exit with a status.
    ///
    /// The status 0 means success.
    case exit(Int32)

    /// Termination by a signal.
    case signal(Int32)
  }

  /// The reason why a command did not run to its end.
  enum RunError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The command could not be started.
    ///
    /// The associated value is the `errno` of the system.
    case launch(Int32)

    /// This program stopped the command.
    case stopped

    /// Returns `true` if an `errno` means that the arguments of a command exceed a limit of the
    /// system.
    static func isTooLong(_ code: Int32) -> Bool { code == E2BIG }

    /// A one-line description of the error, which follows the name of the command.
    var description: String {
      switch self {
      case .launch(let code): ProcessError.reason(code)
      case .stopped: localized("was stopped")
      }
    }
  }

  /// Creates a command without starting it.
  init(_ words: [String], input: ItemSubset? = nil, inheriting inherited: Int32? = nil) {
    (self.words, self.input, self.inherited) = (words, input, inherited)
  }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - terminal: A descriptor of the terminal. Only the command uses the terminal until the
  ///     method returns.
  ///   - endRequest: A descriptor that becomes readable when this program must end. The command
  ///     then receives a hang-up, and the method throws ``RunError/stopped``.
  ///   - stop: A closure that stops this program and returns when the program continues.
  /// - Returns: The way in which the command ended.
  /// - Throws: ``RunError`` if the command cannot be started, or if this program must end.
  func run(
    on terminal: Int32, until endRequest: Int32 = -1, stop: () -> Void
  ) throws(RunError) -> Exit {
    let pipe = input == nil ? nil : Pipe()
    if input != nil, pipe == nil { throw .launch(errno) }
    let cancellation = CancellationToken()
    defer { cancellation.cancel() }
    var code: Int32 = 0
    let process = withArguments {
      mocoa_foreground_start($0, terminal, pipe?.reader ?? terminal, inherited ?? -1, &code)
    }
    if let pipe { close(pipe.reader) }
    guard process > 0 else {
      if let pipe { close(pipe.writer) }
      throw .launch(code)
    }
    if let input, let pipe { Self.feed(input, to: pipe.writer, cancellation) }
    while true {
      let status = mocoa_foreground_wait(process, terminal, endRequest)
      if status == mocoa_foreground_left { throw .stopped }
      guard status == mocoa_foreground_stopped else {
        return status < 0 ? .signal(-status) : .exit(status)
      }
      mocoa_foreground_hold_signals()
      stop()
      var ready = pollfd(fd: endRequest, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 0) > 0 {
        // The shell already has the terminal.
        mocoa_foreground_forward_signals(process)
        mocoa_foreground_hang_up(process)
        throw .stopped
      }
      mocoa_foreground_continue(process, terminal)
      mocoa_foreground_forward_signals(process)
    }
  }

  /// Writes items to a pipe on another thread.
  ///
  /// The command may read them slowly or not at all.
  private static func feed(
    _ items: ItemSubset, to pipe: Int32, _ cancellation: CancellationToken
  ) {
    let isStarted = BackgroundThread.run {
      mocoa_ignore_broken_pipes()
      var output = ItemOutput(pipe)
      items.forEach { item in
        output.append(ItemSerializer.json(of: item))
        output.append("\n")
        return output.failure == nil && !cancellation.isCancelled
      }
      if !cancellation.isCancelled { output.flush() }
      close(pipe)
    }
    if !isStarted { close(pipe) }
  }

  private func withArguments<Result>(
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    return body(arguments + [nil])
  }
}
