internal import MocoaNcurses

@main
struct Main {
  // For as long as the program runs: what was shown need not be taken apart before it ends.
  @MainActor private static let launch = Launch(
    arguments: CommandLine.arguments,
    makeTerminal: { (NcursesBackend(), MainQueueClock()) })

  static func main() {
    MainLoop.run { launch.run($0) }
  }
}
