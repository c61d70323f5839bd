import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

/// The program under test.
enum Mocoa {
  static let path = Programs.path(of: "mocoa")

  /// Starts the program in a terminal.
  ///
  /// The terminal owns a temporary state folder, which a variable in `environment` can override.
  static func start(
    _ arguments: [String], environment: [String: String?] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> Terminal {
    let state = try TemporaryFolder()
    let terminal = try Terminal(
      path, arguments, environment: ["XDG_STATE_HOME": state.folder].merging(environment) { $1 },
      columns: columns, rows: rows)
    terminal.belongings.append(state)
    return terminal
  }

  /// The outcome of a run without a terminal.
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Runs the program without a terminal, with files as standard output and standard error.
  ///
  /// - Parameters:
  ///   - program: Another program that runs this one, whose path is among the arguments.
  ///   - descriptor: The standard output, or nil for a file.
  ///   - language: The locale of the run, independent of the locale of the tests.
  static func run(
    _ arguments: [String], input: String = "/dev/null", program: String = path,
    output descriptor: Int32? = nil, language: String = "C.UTF-8"
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let (output, errors) = (folder.path(of: "out"), folder.path(of: "err"))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 1) }
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    var words = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    let state = "XDG_STATE_HOME=\(folder.path(of: "state"))"
    var variables = (Self.environment(language) + [state]).map { strdup($0) }
    variables.append(nil)
    defer { for variable in variables { free(variable) } }
    var process: pid_t = 0
    try #require(posix_spawn(&process, program, &actions, nil, words, variables) == 0)
    var status: Int32 = 0
    try #require(waitpid(process, &status, 0) == process)
    return Outcome(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F,
      output: try folder.text(of: "out"), errors: try folder.text(of: "err"))
  }

  /// Returns the environment of the tests in a locale, without the state folder of the user.
  private static func environment(_ language: String) -> [String] {
    var variables: [String] = []
    var place = environ
    while let variable = place.pointee {
      variables.append(String(cString: variable))
      place += 1
    }
    let names = ["LANGUAGE=", "LC_ALL=", "LC_MESSAGES=", "LANG=", "XDG_STATE_HOME="]
    return variables.filter { variable in !names.contains { variable.hasPrefix($0) } }
      + ["LANG=\(language)"]
  }
}
