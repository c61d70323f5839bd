internal import MocoaLocalization
internal import Mocoa
internal import MocoaBrowser
internal import MocoaData
internal import MocoaModel

/// The output of a command that runs repeatedly: `mocoa://watch/`.
///
/// The command is specified on the command line of `mocoa`, or is one of the built-in commands, such
/// as `mocoa://watch/processes`. A URL in data never runs another command.
final class WatchPage: SourceListPage<CommandSource> {
  nonisolated static let address = LaunchTarget.watchAddress

  /// The command to watch, with its interval and the options for its output.
  struct Command: Sendable {
    var words: [String]
    var interval: Duration
    var options: RecordOptions

    /// The URL of the module that displays the list, or `nil` for the default module.
    var module: String?

    /// The title of the page, or `nil` for the command with its arguments.
    var title: String?
  }

  private let commandTitle: String?

  static func register(
    _ command: Command?, in registry: ModuleRegistry, manifests: ManifestCatalog
  ) {
    let page = registry.define(address).page(localized("Watch")) {
      guard let command else { throw WatchError.noCommand }
      return try WatchPage(url: $0.url, command, registry, manifests, sharing: $0.sharedPage())
    }
    page.section.cell.register(RecordCellViewModel.self).height(1)
    for builtIn in BuiltInCommand.allCases {
      registry.define(builtIn.url).page(builtIn.title) {
        try WatchPage(
          url: $0.url, builtIn.watched, registry, manifests, sharing: $0.sharedPage())
      }
    }
  }

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - command: The command.
  ///   - registry: The registry for the modules of the records.
  ///   - manifests: The manifests that may define cells.
  ///   - other: An open page with the same URL, whose source the page shares, or `nil`.
  init(
    url: ModuleURL, _ command: Command, _ registry: ModuleRegistry, _ manifests: ManifestCatalog,
    sharing other: WatchPage? = nil
  ) throws {
    commandTitle = command.title
    let list = try command.module.map { try ModuleURL($0) }
    // A command has no file name, so only a manifest for all files applies.
    let manifest = list.map { manifests.manifest(at: $0) } ?? manifests.manifest(forFile: "")
    let module =
      try (list ?? manifest?.url).map { try registry.module(at: $0) }
      ?? registry.define(Self.address)
    let source =
      try other?.source
      ?? CommandSource(
        command.words, every: command.interval, options: command.options.completed(by: manifest))
    super.init(url: url, source, follows: true) { records in
      ListViewModel(
        source: manifest.map { records.grouped($0.plan) } ?? records, module: module)
    }
    manifests.follow(self)
  }

  /// An error that indicates why no command is watched.
  enum WatchError: Error, CustomStringConvertible {
    case noCommand

    var description: String {
      localized("no watched command (mocoa watch -n 1 -- COMMAND…)")
    }
  }

  override var title: String { commandTitle ?? source.arguments.joined(separator: " ") }
  override var breadcrumb: [String] { [title] }
  override var parentURL: ModuleURL? { navigator?.home }

  /// `nil`, so that restoring a session runs no command.
  override var restorationURL: ModuleURL? { nil }

  /// Calls a closure after the first run.
  ///
  /// It receives an error only if the command cannot be started. A command that fails may succeed
  /// in the next run.
  override func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) {
    source.onInitialLoad { [weak source] in
      guard let source else { return perform(nil) }
      guard case .launch? = source.status.failure, case .failed(let reason) = source.phase else {
        perform(nil)
        return
      }
      perform(reason)
    }
  }

  /// Runs the command immediately.
  override func reload() -> Bool {
    source.runNow()
    return true
  }

  override var isPaused: Bool? { source.isPaused }

  override func setPaused(_ isPaused: Bool) {
    if isPaused { source.pause() } else { source.resume() }
  }

  override var refreshCount: Int? { source.status.displayedRun }

  override var statusText: String {
    if source.status.isSlow {
      return source.isPaused ? localized("pausing") : localized("running")
    }
    return source.isPaused ? localized("paused") : localized("every \(Self.text(source.interval))")
  }

  /// Returns a duration in seconds as text, with one decimal if it is not an integer.
  private static func text(_ duration: Duration) -> String {
    let tenths = Int(duration / .milliseconds(100))
    return tenths.isMultiple(of: 10) ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}
