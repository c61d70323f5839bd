public import Glibc
import Testing

/// A program of this package that runs during a test, with its output.
@MainActor
public final class Program {
  /// The process ID.
  public let process: pid_t
  private let folder: TemporaryFolder

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - name: The name of a test program, or the path of any program.
  ///   - words: The arguments.
  ///   - folder: A folder for the output.
  public init(_ name: String, _ words: [String], _ folder: TemporaryFolder) throws {
    self.folder = folder
    let path = name.hasPrefix("/") ? "" : Self.folder
    try folder.write("printed", "")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, folder.path(of: "printed"), O_WRONLY, 0)
    // Another test may wait for the end of a pipe, which the program would keep open.
    for descriptor in 3..<1024 { posix_spawn_file_actions_addclose(&actions, Int32(descriptor)) }
    let arguments = ([path + name] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // Crashes must not print backtraces.
    var variables: [String] = ["SWIFT_BACKTRACE=enable=no"]
    if let path = getenv("PATH") { variables.append("PATH=" + String(cString: path)) }
    let environment = variables.map { strdup($0) } + [nil]
    defer { for variable in environment { free(variable) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path + name, &actions, nil, arguments, environment)
    try #require(code == 0)
    self.process = process
  }

  /// The folder of the test programs.
  public static var folder: String {
    var path = CommandLine.arguments[0]
    while let last = path.last, last != "/" { path.removeLast() }
    return path
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// The numbers that the program has printed.
  public var numbers: [Int] {
    let text = (try? folder.text(of: "printed")) ?? ""
    return text.split(separator: "\n").compactMap { Int($0) }
  }

  /// A Boolean value that indicates whether the program has ended.
  public var hasEnded: Bool { waitpid(process, nil, WNOHANG) != 0 }
}
