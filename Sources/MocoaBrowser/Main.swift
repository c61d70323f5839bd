internal import Glibc
internal import MocoaNcurses

@main
struct Main {
  @MainActor
  static func main() async {
    let status = await Launch(
      arguments: CommandLine.arguments,
      makeTerminal: { (NcursesBackend(), MainQueueClock()) }
    ).run()
    exit(status)
  }
}
