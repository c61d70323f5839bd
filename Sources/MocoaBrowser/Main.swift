internal import Glibc
internal import MocoaNcurses

@main
struct Main {
  @MainActor
  static func main() async {
    let launch = Launch(
      arguments: CommandLine.arguments,
      makeTerminal: { (NcursesBackend(), MainQueueClock()) })
    let status = await launch.run()
    withExtendedLifetime(launch) { exit(status) }
  }
}
