internal import CProcess
internal import Glibc
package import MocoaModel

/// A command that has the terminal until it ends.
///
/// What it is told there, ^C among it, is for the command alone. Stopped by ^Z, it goes on when this
/// program does.
package struct ForegroundCommand: Sendable {
  /// A path, or a name to be looked for in PATH, and its arguments; not empty.
  package let words: [String]

  /// What it is given at its standard input, each as JSON in a line; nil for the terminal.
  package let input: ChosenItems?

  /// A descriptor that the command inherits as number 3, such as that of a lock; nil for none.
  package let inherited: Int32?

  /// A command.
  package init(_ words: [String], input: ChosenItems? = nil, inheriting inherited: Int32? = nil) {
    (self.words, self.input, self.inherited) = (words, input, inherited)
  }

  /// Runs it.
  ///
  /// - Parameters:
  ///   - terminal: a descriptor of the terminal, which nobody else uses meanwhile.
  ///   - endRequest: a descriptor that becomes readable when this program is asked to end; the command
  ///     is hung up then, and was stopped.
  ///   - stop: stops this program, and returns when it is continued.
  package func run(
    on terminal: Int32, until endRequest: Int32 = -1, stop: () -> Void
  ) throws(CommandFailure) -> CommandEnd {
    let pipe = input == nil ? nil : Pipe()
    if input != nil, pipe == nil { throw .start(errno) }
    let cancellation = Cancellation()
    defer { cancellation.cancel() }
    var code: Int32 = 0
    let process = withArguments {
      mocoa_foreground_start($0, terminal, pipe?.reader ?? terminal, inherited ?? -1, &code)
    }
    if let pipe { close(pipe.reader) }
    guard process > 0 else {
      if let pipe { close(pipe.writer) }
      throw .start(code)
    }
    if let input, let pipe { Self.feed(input, to: pipe.writer, cancellation) }
    while true {
      let status = mocoa_foreground_wait(process, terminal, endRequest)
      if status == mocoa_foreground_left { throw .stopped }
      guard status == mocoa_foreground_stopped else {
        return status < 0 ? .signal(-status) : .exit(status)
      }
      stop()
      var ready = pollfd(fd: endRequest, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 0) > 0 {
        // The terminal is the shell's by now.
        mocoa_foreground_hang_up(process)
        throw .stopped
      }
      mocoa_foreground_continue(process, terminal)
    }
  }

  /// Writes items to a pipe, on a thread of its own: the command may take them as slowly as it likes, or
  /// not at all.
  private static func feed(
    _ items: ChosenItems, to pipe: Int32, _ cancellation: Cancellation
  ) {
    let isStarted = BackgroundThread.run {
      mocoa_ignore_broken_pipes()
      var output = ItemOutput(pipe)
      items.forEach { item in
        output.append(ItemExport.json(of: item))
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
