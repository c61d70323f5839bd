import Mocoa
import MocoaData
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

/// A user of the catalogue, as one program has it.
@MainActor
final class CatalogueRobot {
  let robot: Robot

  /// A program that opens a page of a catalogue in a folder; in memory without one.
  init(
    _ path: String = "", in folder: String? = nil, columns: Int = 80, rows: Int = 24
  ) async throws {
    let registry = Launch.registry { Examples.register(in: $0, folder: folder) }
    log = Log(of: registry)
    robot = try await Robot(
      "\(CataloguePage.address)\(path)", columns: columns, rows: rows, registry: registry,
      tellsTime: false)
    robot.browser.setMotion(.off)
    robot.browser.message = nil
    await until("the catalogue is there") { catalogue?.isOpen == true }
    let store = try store
    await until("what it begins with is saved, or will not be") { store.saveState != .saving }
    await robot.wait(.milliseconds(50))
  }

  /// Waits until something holds, while time passes.
  func until(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
  ) async {
    let clock = robot.clock
    await eventually(what, sourceLocation: sourceLocation) {
      clock.advance(by: .milliseconds(50))
      return condition()
    }
  }

  /// Waits until some text is on the screen.
  func sees(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await until("\(text) is seen", sourceLocation: sourceLocation) { shows(text) }
  }

  var page: PageViewModel? { robot.browser.navigator.shownPages.first }

  /// The catalogue that the page is of.
  var catalogue: Catalogue? {
    albums?.catalogue ?? artists?.catalogue ?? tracks?.catalogue
  }

  var store: EntityStore {
    get throws { try #require(catalogue).store }
  }

  var artists: ArtistsPage? { part() }
  var albums: AlbumsPage? { part() }
  var tracks: TracksPage? { part() }

  private func part<Part: PageViewModel>() -> Part? {
    page as? Part ?? page?.children.lazy.compactMap { $0 as? Part }.first
  }

  /// Presses keys, or types a text where several are given in one.
  func press(_ keys: KeyPress...) async {
    for key in keys { await robot.press(key) }
  }

  func type(_ text: String) async { await robot.type(text) }

  /// Types into the fields of a form, each in place of what was there, and confirms.
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

  /// What the catalogue has told the log.
  var notes: [String] { log.notes }
  private let log: Log

  /// What modules have to say of themselves.
  @MainActor
  private final class Log {
    private(set) var notes: [String] = []
    private var token: ObservationToken?

    init(of registry: ModuleRegistry) {
      token = registry.observeActivity { [weak self] event in
        guard case .note(let note) = event else { return }
        self?.notes.append((note.isTrouble ? "trouble: " : "") + note.text)
      }
    }
  }

  /// Whether all is on the disk.
  var isSaved: Bool { catalogue?.store.saveState == .saved }

  /// Whether some text is on the screen.
  func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }
}
