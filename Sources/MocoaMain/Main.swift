internal import MocoaFiles
internal import MocoaProgram

/// The program `mocoa`, with its samples and examples.
@main
struct Main {
  static func main() {
    Program.run(name: "mocoa", features: [.files, .samples, .examples])
  }
}
