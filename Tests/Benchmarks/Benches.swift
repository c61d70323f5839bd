import Glibc
import Mocoa
import MocoaData
import MocoaModel
import MocoaTerminal

/// A benchmark that indexes the records of an NDJSON file, with the hashes of their identity and
/// content.
///
/// The floor counts the lines of the file.
struct IndexBench: Bench {
  private let path: String

  init() {
    path = "/tmp/mocoa-bench-\(getpid()).ndjson"
    guard let file = fopen(path, "w") else { return }
    for id in 0..<200_000 {
      fputs(
        #"{"id": \#(id), "title": "record \#(id)", "year": \#(1900 + id % 120), "tags": ["a", "b"], "#
          + #""text": "some words that make the record about as long as they are"}"# + "\n", file)
    }
    fclose(file)
  }

  func subject() async {
    guard let source = try? RecordSource(path: path) else { return }
    while case .loading = source.phase { await Task.yield() }
    precondition(source.snapshot.itemCount == 200_000)
  }

  func floor() async {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var lines = 0
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { break }
      buffer.withUnsafeBytes { bytes in
        var rest = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
        while let start = rest.baseAddress, let end = memchr(start, 0x0A, rest.count) {
          lines += 1
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(UnsafeRawPointer(end) - start + 1))
        }
      }
    }
    precondition(lines == 200_000)
  }

  /// Removes the file.
  func end() { unlink(path) }
}

/// A benchmark that lays out a window in the middle of a list.
struct LayoutBench: Bench {
  private let large = Self.list(1_000_000)
  private let small = Self.list(1_000)

  private static func list(_ count: Int) -> ListSnapshot {
    ListSnapshot(SectionedList([Numbers(count: count)]))
  }

  private func layOut(_ list: ListSnapshot) {
    for round in 0..<1000 {
      let middle = ItemPath(section: 0, item: list.itemCount / 2 + round % 7)
      let layout = ListLayout(
        list, anchor: .init(element: .item(middle), row: 20), rows: 48, sticks: true,
        height: { _ in 1 })
      precondition(layout.frames.count == 48)
    }
  }

  func subject() async { layOut(large) }
  func floor() async { layOut(small) }
}

/// A section of numbers that creates each number on request.
private struct Numbers: SectionModel {
  let count: Int

  var sectionID: ItemID { 0 }
  var itemCount: Int { count }

  func item(at position: Int) -> any CellModel { Number(id: position) }
}

private struct Number: CellModel, Identifiable, Equatable {
  let id: Int
}

/// A benchmark that draws a full list and finds its changes.
struct FrameBench: Bench {
  private let renderer: ListRenderer
  private let size = Size(columns: 200, rows: 49)
  private let list: ListViewModel
  private let shown: Surface
  private let other: Surface

  init() {
    let registry = ModuleRegistry()
    registry.define("mocoa://numbers/").section.cell.register(NumberViewModel.self)
    list = ListViewModel(
      model: SectionedList([Numbers(count: 1000)]), module: registry.define("mocoa://numbers/"))
    list.prepareIfNeeded()
    renderer = ListRenderer(list)
    renderer.layOut(in: size)
    renderer.commitLayout()
    (shown, other) = (Self.drawn(renderer, size), Self.drawn(renderer, size))
  }

  private static func drawn(_ renderer: ListRenderer, _ size: Size) -> Surface {
    var surface = Surface(size: size)
    surface.draw { renderer.draw(into: &$0) }
    renderer.didShow(surface)
    return surface
  }

  func subject() async {
    for _ in 0..<100 {
      renderer.layOut(in: size)
      renderer.commitLayout()
      precondition(Self.drawn(renderer, size).damage(since: shown).isEmpty)
    }
  }

  func floor() async {
    for _ in 0..<100 { precondition(shown.damage(since: other).isEmpty) }
  }
}

private final class NumberViewModel: CellViewModel<Number> {
  override var content: TextContent? {
    TextContent(
      [.init("number \(model.id) of a list that is as wide as the window is", .title)],
      trailing: [.init("\(model.id)", .number, width: 8)])
  }
}

/// A benchmark that appends items to a list in batches, as a source does while it loads.
struct AppendBench: Bench {
  private let batch: [any CellModel] = (0..<100).map { Number(id: $0) }

  func subject() async {
    var items = ElementSequence()
    for _ in 0..<10_000 { items.append(batch) }
    precondition(items.count == 1_000_000)
  }

  func floor() async {
    var items: [any CellModel] = []
    for _ in 0..<10_000 { items += batch }
    precondition(items.count == 1_000_000)
  }
}
