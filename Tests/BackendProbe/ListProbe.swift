import Mocoa
import MocoaModel
import MocoaNcurses
import MocoaTerminal

/// A real application with a list that changes on each key.
///
/// The command is `BackendProbe list MOTION COUNT COLUMNS`. A further argument is the number of
/// items per line.
@MainActor
final class ListProbe: ApplicationContent {
  enum Action: Sendable {}

  private static var running: Application<ListProbe>?

  private let source: NoteSource
  private let renderer: ListRenderer
  private weak var control: (any ApplicationControl)?

  /// Runs the application until `q`.
  static func run(_ end: @escaping @MainActor (Int32) -> Void) {
    let arguments = CommandLine.arguments
    let numbers = arguments.dropFirst(3).compactMap { Int($0) }
    guard arguments.count >= 5, let motion = Motion(rawValue: arguments[2]),
      numbers.count == arguments.count - 3
    else { return end(2) }
    let grid = numbers.dropFirst(2).first.map { GridStyle(.perLine($0)) }
    let probe = ListProbe(motion, count: numbers[0], columns: numbers[1], grid: grid)
    let application = Application(
      backend: NcursesBackend(), content: probe, keys: KeyTable([]), clock: MainQueueClock())
    probe.control = application
    running = application
    do {
      try application.start(end)
    } catch {
      complain("probe: \(error)")
      end(2)
    }
  }

  private init(_ motion: Motion, count: Int, columns: Int, grid: GridStyle?) {
    source = NoteSource(count: count, columns: columns)
    let module = ModuleRegistry().define("mocoa://probe/")
    module.section.cell.register(NoteViewModel.self)
    if let grid { module.grid(grid) }
    let list = ListViewModel(source: source, module: module)
    list.prepareIfNeeded()
    renderer = ListRenderer(list)
    renderer.motion = motion
    renderer.onChange = { [weak self] in self?.control?.setNeedsDisplay() }
  }

  var contextKeys: KeyTable<Action>? { nil }
  var allowsApplicationKeys: Bool { false }
  func perform(_ action: Action) {}
  func receive(_ event: MouseEvent) {}
  func receive(pasted text: String, isComplete isWhole: Bool) {}

  func receive(_ key: KeyPress) {
    switch key.key {
    case .up: renderer.move(.up)
    case .down: renderer.move(.down)
    case .left: renderer.move(.left)
    case .right: renderer.move(.right)
    case .pageDown: renderer.move(.pageDown)
    case .character(let letter): change(letter)
    default: break
    }
  }

  private func change(_ letter: Unicode.Scalar) {
    let last = source.notes.count - 1
    switch letter {
    case "i": source.change { $0.insert(source.note(), at: 20) }
    case "d": source.change { $0.remove(at: 20) }
    case "m": source.change { $0.insert($0.remove(at: 10), at: 30) }
    case "M": source.change { $0.insert($0.remove(at: 30), at: 10) }
    case "n": source.change { $0.insert($0.remove(at: 10), at: 13) }
    case "s": source.change { $0.swapAt(20, 21) }
    case "u": source.change { $0[20].value += 1 }
    case "t": source.change { notes in for row in 10..<40 { notes[row].value += 1 } }
    case "o": source.change { $0[last].value += 1 }
    case "O": source.change { $0.append(source.note()) }
    case "r": source.change { $0.reverse() }
    case "w": renderer.scroll(by: 1)
    case "q": control?.quit(status: 0)
    default: break
    }
  }

  func layOut(in size: Size) { renderer.layOut(in: size) }
  func commitLayout() { renderer.commitLayout() }

  func draw(into canvas: inout Canvas) -> Point? {
    renderer.draw(into: &canvas)
    return nil
  }

  func didShow(_ frame: Surface) { renderer.didShow(frame) }

  var frameDelay: Duration? { renderer.frameDelay }
  func advance() { renderer.advance() }
}

/// A row with one digit that changes, and text that differs from all rows in every column.
private struct Note: CellModel, Identifiable, Equatable {
  let id: Int
  let columns: Int
  var value = 0

  var text: String {
    let filler = (0..<200).map { String((id * 7 + $0 * 3 + id * $0 % 11) % 10) }.joined()
    return String("\(value % 10) row \(id) \(filler)".prefix(columns))
  }
}

private final class NoteViewModel: CellViewModel<Note> {
  override var content: TextContent? { TextContent([.init(model.text, .title)]) }
}

/// A source of notes in one section.
@MainActor
private final class NoteSource: ListSource {
  private(set) var snapshot = ListSnapshot()
  private(set) var notes: [Note] = []
  private let observers = Observers<ListUpdate>()
  private let columns: Int
  private var made = 0

  var phase: ListPhase { .finished }

  init(count: Int, columns: Int) {
    self.columns = columns
    for _ in 0..<count { notes.append(note()) }
    snapshot = snapshot(of: notes)
  }

  /// Returns a new note.
  func note() -> Note {
    made += 1
    return Note(id: made, columns: columns)
  }

  func change(_ body: (inout [Note]) -> Void) {
    body(&notes)
    let before = snapshot
    snapshot = snapshot(of: notes)
    observers.notify(
      ListUpdate(
        before: before, after: snapshot, changes: ChangeSet(from: before, to: snapshot)))
  }

  private func snapshot(of notes: [Note]) -> ListSnapshot {
    var items = ElementSequence()
    items.append(notes)
    return ListSnapshot(sections: [SectionSnapshot(id: ItemID(0), items: items)])
  }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }
}
