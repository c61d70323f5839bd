internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// What a command prints, run again and again: `mocoa://watch/`.
///
/// Which command that is stands on the command line and nowhere else, so that nothing is run because
/// some data leads to a URL.
final class WatchPage: ReadPage<CommandSource> {
  static let address = "mocoa://watch/"

  /// What is watched, and how it is read.
  struct Command: Sendable {
    var words: [String]
    var interval: Duration
    var options: RecordOptions

    /// The list module that draws it; nil for the browser's own.
    var module: String?
  }

  static func register(
    _ command: Command?, in registry: ModuleRegistry, manifests: ManifestCatalog
  ) {
    let page = registry[address].page(phrase("Watch")) {
      guard let command else { throw Fault.noCommand }
      return try WatchPage(url: $0.url, command, registry, manifests)
    }
    page.section.cell.register(RecordCellViewModel.self).height(1)
  }

  init(
    url: ModuleURL, _ command: Command, _ registry: ModuleRegistry, _ manifests: ManifestCatalog
  ) throws {
    let list = try command.module.map { try ModuleURL($0) }
    // A command has no name that a manifest could be for; one that is for all is for this as well.
    let manifest = list.map { manifests.manifest(at: $0) } ?? manifests.claim("")
    let module =
      try (list ?? manifest?.url).map { try registry.module(at: $0) } ?? registry[Self.address]
    let source = try CommandSource(
      command.words, every: command.interval, options: command.options.completed(by: manifest))
    super.init(url: url, source, follows: true) { records in
      ListViewModel(
        source: manifest.map { records.grouped($0.plan) } ?? records, module: module)
    }
    manifests.follow(self)
  }

  /// Why there is nothing to watch.
  enum Fault: Error, CustomStringConvertible {
    case noCommand

    var description: String {
      phrase("no command is watched (write: mocoa watch -n 1 -- COMMAND…)")
    }
  }

  override var title: String { source.words.joined(separator: " ") }
  override var breadcrumb: [String] { [title] }
  override var parentURL: ModuleURL? { navigator?.home }

  /// Nothing is run because it was run before.
  override var restorationURL: ModuleURL? { nil }

  /// What cannot be started is no page; one that fails may do better the next time.
  override func whenSettled(_ perform: @escaping @MainActor (String?) -> Void) {
    source.whenSettled { [weak source] in
      guard let source else { return perform(nil) }
      guard case .start? = source.status.failure, case .failed(let reason) = source.phase else {
        perform(nil)
        return
      }
      perform(reason)
    }
  }

  /// Runs the command now.
  override func readAgain() -> Bool {
    source.runNow()
    return true
  }

  override var isPaused: Bool? { source.isPaused }

  override func setPaused(_ isPaused: Bool) {
    if isPaused { source.pause() } else { source.resume() }
  }

  override var activity: String {
    if source.status.isSlow {
      return source.isPaused ? phrase("running, then paused") : phrase("running")
    }
    return source.isPaused ? phrase("paused") : phrase("every \(Self.text(source.interval))")
  }

  /// A time in seconds, with a decimal where it has one.
  private static func text(_ duration: Duration) -> String {
    let tenths = Int(duration / .milliseconds(100))
    return tenths.isMultiple(of: 10) ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}
