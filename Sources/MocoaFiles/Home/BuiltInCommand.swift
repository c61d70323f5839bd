internal import MocoaLocalization
internal import MocoaBrowser
internal import MocoaData

/// A command of the program whose output has a page with a URL, such as `mocoa://watch/processes`.
///
/// A URL only selects one of these commands. Its options do not change the command, so that data
/// never names a command.
enum BuiltInCommand: String, CaseIterable, Sendable {
  /// The running processes.
  case processes

  /// The last messages of the system log.
  case journal

  /// The mounted file systems.
  case disks

  /// The commits of the repository in the working folder.
  case commits

  /// The commands about this machine, in the order of the home screen.
  static let ofMachine: [BuiltInCommand] = [.processes, .journal, .disks]

  /// The URL of the page.
  var url: String { WatchPage.address + rawValue }

  /// The command with its arguments.
  var words: [String] {
    switch self {
    case .processes: [program, "aux"]
    case .journal: [program, "--no-pager", "--lines=1000", "--output=short-iso"]
    case .disks: [program, "-h"]
    case .commits:
      // A repository may configure programs that check signatures or fetch missing objects.
      [
        "env", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", program, "--no-pager",
        "-c", "log.showSignature=false", "log", "--max-count=1000", "--date=short",
        "--pretty=format:%h  %ad  %an  %s",
      ]
    }
  }

  /// The name of the program that the command needs.
  var program: String {
    switch self {
    case .processes: "ps"
    case .journal: "journalctl"
    case .disks: "df"
    case .commits: "git"
    }
  }

  /// The time between the starts of two runs.
  var interval: Duration {
    switch self {
    case .processes: .seconds(2)
    case .journal: .seconds(5)
    case .disks, .commits: .seconds(10)
    }
  }

  /// The title of the page.
  var title: String {
    switch self {
    case .processes: localized("Processes")
    case .journal: localized("Journal")
    case .disks: localized("Disks")
    case .commits: "git log"
    }
  }

  /// A short description for the home screen.
  var detail: String {
    switch self {
    case .processes: localized("ps, every \(2) s")
    case .journal: localized("system log, newest last")
    case .disks: localized("df, every \(10) s")
    case .commits: localized("commits, newest first")
    }
  }

  /// The command of the watch page.
  var watched: WatchPage.Command {
    WatchPage.Command(
      words: words, interval: interval, options: RecordOptions(areLines: true), title: title)
  }

  /// The item of the home screen.
  var homeEntry: HomeEntry { HomeEntry(name: title, detail: detail, url: url) }
}
