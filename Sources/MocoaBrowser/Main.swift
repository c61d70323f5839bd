internal import MocoaNcurses

@main
struct Main {
  // For as long as the program runs: what was shown need not be taken apart before it ends.
  @MainActor private static let launch = Launch(
    arguments: CommandLine.arguments, clock: MainQueueClock(),
    makeTerminal: { NcursesBackend() })

  static func main() {
    MainLoop.run { launch.run($0) }
  }
}
