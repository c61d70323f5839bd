import Mocoa
import MocoaModel
import MocoaStore
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

/// A user of the catalog in one process.
@MainActor
final class CatalogRobot {
  let robot: BrowserRobot

  /// Opens a page of the catalog in a folder, or in memory without a folder.
  init(
    _ path: String = "", in folder: String? = nil, columns: Int = 80, rows: Int = 24
  ) async throws {
    let registry = Launch.registry { Examples.register(in: $0, folder: folder) }
    log = Log(of: registry)
    robot = try await BrowserRobot(
      "\(CatalogPage.address)\(path)", columns: columns, rows: rows, registry: registry,
      tellsTime: false)
    robot.browser.setMotion(.off)
    robot.browser.message = nil
    await until("the catalogue is there") { catalog?.isOpen == true }
    let store = try store
    await until("what it begins with is saved, or will not be") { store.saveState != .saving }
    await robot.wait(.milliseconds(50))
  }

  /// Waits until a condition is true while the clock advances.
  func until(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
  ) async {
    let clock = robot.clock
    await eventually(what, sourceLocation: sourceLocation) {
      clock.advance(by: .milliseconds(50))
      return condition()
    }
  }

  /// Waits until the screen contains a text.
  func sees(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await until("\(text) is seen", sourceLocation: sourceLocation) { shows(text) }
  }

  var page: PageViewModel? { robot.browser.navigator.shownPages.first }

  /// The catalog of the current page.
  var catalog: Catalog? {
    albums?.catalog ?? artists?.catalog ?? tracks?.catalog
  }

  var store: EntityStore {
    get throws { try #require(catalog).store }
  }

  var artists: ArtistsPage? { part() }
  var albums: AlbumsPage? { part() }
  var tracks: TracksPage? { part() }

  private func part<Part: PageViewModel>() -> Part? {
    page as? Part ?? page?.children.lazy.compactMap { $0 as? Part }.first
  }

  /// Presses keys in order.
  func press(_ keys: KeyPress...) async {
    for key in keys { await robot.press(key) }
  }

  func type(_ text: String) async { await robot.type(text) }

  /// Replaces the texts of the fields of a form, and confirms.
  func fill(_ texts: String...) async {
    for (index, text) in texts.enumerated() {
      if index > 0 { await press(KeyPress(.tab)) }
      await press(.control("u"))
      await type(text)
    }
    await press(KeyPress(.enter))
  }

  var rows: [String] { robot.rows }
  var status: String { robot.rows.last ?? "" }

  /// The notes logged by the catalog.
  var notes: [String] { log.notes }
  private let log: Log

  /// A log of the notes of modules.
  @MainActor
  private final class Log {
    private(set) var notes: [String] = []
    private var token: ObservationToken?

    init(of registry: ModuleRegistry) {
      token = registry.observeActivity { [weak self] event in
        guard case .note(let note) = event else { return }
        self?.notes.append((note.isWarning ? "trouble: " : "") + note.text)
      }
    }
  }

  /// A Boolean value that indicates whether all changes are on disk.
  var isSaved: Bool { catalog?.store.saveState == .saved }

  /// Returns a Boolean value that indicates whether the screen contains a text.
  func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }
}
