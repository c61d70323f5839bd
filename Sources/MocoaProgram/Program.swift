public import Mocoa
public import MocoaBrowser
internal import MocoaNcurses

/// The entry point of programs that use the browser of `mocoa` with their own modules.
public enum Program {
  // Retained until the process ends, so that exiting does not spend time on deallocating pages.
  @MainActor private static var launch: Launch?

  /// Runs the browser with the modules of a program until the user quits.
  ///
  /// The command-line options are those of `mocoa --help`.
  ///
  /// - Parameters:
  ///   - arguments: The program path and its command-line arguments. `--resume` finds saved pages
  ///     by the name of the program.
  ///   - home: The URL of the page that opens if the command line does not name a page.
  ///   - features: The features of the program. A program that imports MocoaFiles opens files with
  ///     the feature `.files`.
  ///   - register: A closure that registers the modules of the program.
  @MainActor
  public static func run(
    _ arguments: [String] = CommandLine.arguments, home: String, features: [ProgramFeature] = [],
    register: @escaping @MainActor (ModuleRegistry) -> Void
  ) -> Never {
    let name = arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
    start { clock in
      Launch(
        arguments, clock: clock, name: name, home: home, features: features, register: register)
    }
  }

  /// Runs a program that consists only of features.
  ///
  /// If the command line does not name a page, the home screen opens.
  ///
  /// - Parameters:
  ///   - arguments: The program path and its command-line arguments.
  ///   - name: The name of the program.
  ///   - features: The features of the program.
  @MainActor
  package static func run(
    _ arguments: [String] = CommandLine.arguments, name: String, features: [ProgramFeature]
  ) -> Never {
    start { clock in Launch(arguments, clock: clock, name: name, features: features) }
  }

  private static func start(_ make: @escaping @MainActor (MainQueueClock) -> Launch) -> Never {
    Launch.prepare()
    MainLoop.run { end in
      let launch = make(MainQueueClock())
      Self.launch = launch
      let terminals = Launch.TerminalFactory(
        screen: { NcursesBackend() }, inline: { InlineBackend(height: $0) },
        lines: { PlainTerminal() },
        letSignalsEnd: TerminalGuard.letSignalsEnd)
      launch.run(on: terminals, end)
    }
  }
}
