public import Mocoa
internal import MocoaBrowser
internal import MocoaNcurses

/// A program of one's own: `mocoa`, with modules of one's own.
///
/// ```swift
/// Program.run(home: "mocoa://albums/") { registry in
///   let albums = registry["mocoa://albums/"]
///   albums.section.cell("album").register(AlbumCellViewModel.self).view(AlbumCell.self)
///   albums.page("Albums", showing: SectionedList(items: library))
/// }
/// ```
public enum Program {
  // For as long as the program runs: what was shown need not be taken apart before it ends.
  @MainActor private static var launch: Launch?

  /// Runs the program that `mocoa --help` tells of, until it is left.
  ///
  /// - Parameters:
  ///   - arguments: the program, by whose name `--resume` finds its pages, and what stands behind it on
  ///     the command line.
  ///   - home: the page that is opened where no other is asked for.
  ///   - register: registers one's own modules, in place of the samples of `mocoa`.
  @MainActor
  public static func run(
    _ arguments: [String] = CommandLine.arguments, home: String,
    register: @escaping @MainActor (ModuleRegistry) -> Void
  ) -> Never {
    let name = arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
    start { clock in
      Launch(arguments, clock: clock, name: name, home: home, register: register)
    }
  }

  /// Runs `mocoa` itself.
  @MainActor
  public static func run(_ arguments: [String] = CommandLine.arguments) -> Never {
    start { clock in Launch(arguments, clock: clock) }
  }

  private static func start(_ make: @escaping @MainActor (MainQueueClock) -> Launch) -> Never {
    Launch.prepare()
    MainLoop.run { end in
      let launch = make(MainQueueClock())
      Self.launch = launch
      let terminals = Launch.Terminals(
        screen: { NcursesBackend() }, lines: { PlainTerminal() },
        letSignalsEnd: TerminalGuard.letSignalsEnd)
      launch.run(on: terminals, end)
    }
  }
}
