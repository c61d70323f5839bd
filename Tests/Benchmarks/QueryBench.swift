import Glibc
import Mocoa
import MocoaData
import MocoaModel
import MocoaQuery
import MocoaTerminal

/// A million records in a list that is on the screen and runs queries.
@MainActor
final class QueriedRecords {
  private let path = "/tmp/mocoa-bench-query-\(getpid()).ndjson"
  private(set) var queried: QueryResults?
  private var list: ListViewModel?
  private var renderer: ListRenderer?
  private var token: ObservationToken?
  private var isChanged = false
  private let size = Size(columns: 200, rows: 49)

  /// The longest turn of the main actor, in milliseconds.
  private(set) var longestTurn = 0.0

  static let count = 1_000_000

  init() {
    guard let file = fopen(path, "w") else { return }
    for id in 0..<Self.count {
      fputs(
        #"{"id": \#(id), "title": "record \#(id &* 7919 % 1_000_003)", "year": \#(1900 + id % 120), "#
          + #""by": {"name": "somebody"}, "text": "some words that make it longer"}"# + "\n", file)
    }
    fclose(file)
  }

  /// Opens the file, and shows it.
  func open() async {
    guard let source = try? RecordSource(path: path) else { return }
    while case .loading = source.phase { await Task.yield() }
    precondition(source.snapshot.itemCount == Self.count)
    let registry = ModuleRegistry()
    registry.define("mocoa://plain/").section.cell.register(RecordCellViewModel.self).height(1)
    let list = ListViewModel(source: source, module: registry.define("mocoa://plain/"))
    list.prepareIfNeeded()
    let queried = QueryResults(list.content)
    list.setSource(queried)
    (self.queried, self.list, renderer) = (queried, list, ListRenderer(list))
    // The work of other observers of a change is part of the turn as well.
    token = list.observe { [weak self] _ in self?.isChanged = true }
    draw()
  }

  /// Runs a query, and returns when all results are drawn.
  func ask(_ query: ListQuery) async {
    guard let queried else { return }
    let clock = ContinuousClock()
    var time = clock.now
    queried.query = query
    while queried.isUpdatingResults {
      note(clock.now - time)
      await withCheckedContinuation { next in
        if !BackgroundThread.run({ usleep(5000) }, completion: { next.resume() }) { next.resume() }
      }
      time = clock.now
      if isChanged { draw() }
    }
    draw()
    note(clock.now - time)
  }

  private func note(_ turn: Duration) {
    longestTurn = max(longestTurn, turn / .milliseconds(1))
  }

  private func draw() {
    isChanged = false
    renderer?.layOut(in: size)
    renderer?.commitLayout()
    var surface = Surface(size: size)
    surface.draw { renderer?.draw(into: &$0) }
    renderer?.didShow(surface)
  }

  /// Maps the file into memory.
  ///
  /// The caller unmaps it.
  func bytes() -> UnsafeRawBufferPointer {
    let descriptor = Glibc.open(path, O_RDONLY)
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    return UnsafeRawBufferPointer(start: start, count: size)
  }

  /// Prints the longest turn, and removes the file.
  func end() {
    var line = Line("query_turn", compared: "the longest turn of the main actor in all of this")
    line.add("ms", longestTurn)
    line.print()
    unlink(path)
  }
}

/// A benchmark that filters a million records, and then shows all of them again.
///
/// The floor counts the lines of the file.
struct FilterBench: Bench {
  static var rounds: Int { 5 }
  let records: QueriedRecords
  let text: String
  let count: Int

  func subject() async {
    guard let filter = try? Filter(text) else { return }
    await records.ask(ListQuery(filter: filter))
    precondition(records.queried?.snapshot.itemCount == count)
    await records.ask(ListQuery())
    precondition(records.queried?.snapshot.itemCount == QueriedRecords.count)
  }

  func floor() async {
    let bytes = records.bytes()
    defer { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
    var rest = bytes
    var found = 0
    while let base = rest.baseAddress, let place = memchr(base, 0x0A, rest.count) {
      found += 1
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(UnsafeRawPointer(place) - base + 1))
    }
    precondition(found == QueriedRecords.count)
  }
}

/// A benchmark that sorts a million records by a field, and then restores their order.
///
/// The floor sorts as many numbers.
struct SortBench: Bench {
  static var rounds: Int { 5 }
  let records: QueriedRecords
  let field: String

  func subject() async {
    await records.ask(ListQuery(orders: [.init(field)]))
    await records.ask(ListQuery())
  }

  func floor() async {
    var numbers = (0..<QueriedRecords.count).map { Double($0 &* 7919 % 1_000_003) }
    numbers.sort()
    precondition(numbers[1] >= numbers[0])
  }
}
