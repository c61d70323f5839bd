import Glibc

/// A shell with job control in its own tmux server.
///
/// It serves tests for which the pseudo-terminal alone is not enough.
public final class Tmux {
  /// An error of tmux, or a condition that did not hold in time.
  public struct TmuxError: Error, CustomStringConvertible {
    /// The cause, and the screen at that time.
    public let description: String
  }

  private let program: String
  private let folder: String

  /// Starts bash in a window of a given size.
  ///
  /// - Throws: ``TmuxError`` if tmux or bash is not installed, so that tests that need them do not
  ///   pass without them.
  public init(columns: Int = 80, rows: Int = 24) throws {
    guard let program = Programs.installed("tmux"), let bash = Programs.installed("bash") else {
      throw TmuxError(description: "this test needs tmux and bash (apt-get install tmux bash)")
    }
    self.program = program
    // A socket that is selected by name would remain in the folder of tmux.
    var template = Array("\(Programs.temporaryFolder)/mocoa-tmux-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TmuxError(description: "no temporary folder") }
    folder = template.withUnsafeBufferPointer {
      String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    _ = try run(
      "new-session -d -x \(columns) -y \(rows) 'PS1=\\$ \(bash) --norc --noprofile' 2>&1")
    try wait(for: "$")
  }

  deinit {
    _ = try? run("kill-server 2>/dev/null")
    unlink("\(folder)/socket")
    rmdir(folder)
  }

  /// Types a line of text, and presses Enter.
  public func enter(_ line: String) throws {
    try press("-l '\(line)'")
    try press("Enter")
  }

  /// Presses a key, given its tmux name, such as `C-z`.
  public func press(_ key: String) throws {
    _ = try run("send-keys -t 0 \(key)")
  }

  /// Changes the size of the window.
  public func resize(columns: Int, rows: Int) throws {
    _ = try run("resize-window -t 0 -x \(columns) -y \(rows)")
  }

  /// The rows of the screen.
  public var rows: [String] {
    get throws {
      try run("capture-pane -p -t 0").split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
    }
  }

  /// Waits until a text is on the screen.
  public func wait(for text: String, seconds: Int = 10) throws {
    var last: [String] = []
    for _ in 0..<(seconds * 20) {
      last = try rows
      if last.contains(where: { $0.contains(text) }) { return }
      poll(nil, 0, 50)
    }
    throw TmuxError(
      description: "not in time: \"\(text)\"\n" + last.map { "|\($0)" }.joined(separator: "\n"))
  }

  private func run(_ command: String) throws -> String {
    guard let pipe = popen("\(program) -S '\(folder)/socket' -f /dev/null \(command)", "r") else {
      throw TmuxError(description: "tmux cannot be run")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
      bytes += buffer[..<count]
    }
    pclose(pipe)
    return String(decoding: bytes, as: UTF8.self)
  }
}
