internal import Glibc
internal import MocoaNcurses

@main
struct Main {
  static func main() async {
    let status = await Launch(
      arguments: CommandLine.arguments,
      makeBackend: { NcursesBackend() }
    ).run()
    exit(status)
  }
}
