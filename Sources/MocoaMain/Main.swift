internal import MocoaProgram

/// The program `mocoa`, with the samples and examples that it brings along.
@main
struct Main {
  static func main() {
    Program.run()
  }
}
