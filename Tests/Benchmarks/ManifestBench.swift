import Glibc
import Mocoa
import MocoaData
import MocoaModel
import MocoaTerminal

/// A benchmark that opens a file, and draws its first and its last screen.
///
/// The subject draws the rows of a manifest. The floor draws the built-in cell.
struct ManifestBench: Bench {
  private let path: String
  private let registry = ModuleRegistry()
  private let size = Size(columns: 200, rows: 49)

  init() {
    path = "/tmp/mocoa-bench-manifest-\(getpid()).ndjson"
    if let file = fopen(path, "w") {
      for id in 0..<1_000_000 {
        fputs(
          #"{"id": \#(id), "title": "record \#(id)", "year": \#(1900 + id % 120), "size": \#(id), "#
            + #""by": {"name": "somebody"}}"# + "\n", file)
      }
      fclose(file)
    }
    registry.define("mocoa://plain/").section.cell.register(RecordCellViewModel.self).height(1)
    let manifest = FieldValue.object([
      .init(name: "url", value: .string("mocoa://manifest/")),
      .init(
        name: "row",
        value: .string(
          "{title:title left(20)}  {by.name:detail ?warning if year < 1950} >> "
            + "{size:number bytes right(9)}  {year:number right(4)}")),
    ])
    _ = try? Manifest(decoding: manifest).register(
      in: registry, file: "bench", line: { _ in 1 })
  }

  private func open(_ url: String) async {
    guard let source = try? RecordSource(path: path) else { return }
    let list = ListViewModel(source: source, module: registry.define(url))
    list.prepareIfNeeded()
    let renderer = ListRenderer(list)
    while case .loading = source.phase { await Task.yield() }
    precondition(list.snapshot.itemCount == 1_000_000)
    for movement in [Movement.first, .last] {
      renderer.layOut(in: size)
      renderer.commitLayout()
      renderer.move(movement)
      renderer.layOut(in: size)
      renderer.commitLayout()
      var surface = Surface(size: size)
      surface.draw { renderer.draw(into: &$0) }
      renderer.didShow(surface)
      precondition(surface.description.contains("record"))
    }
  }

  func subject() async { await open("mocoa://manifest/") }
  func floor() async { await open("mocoa://plain/") }

  /// Removes the file.
  func end() { unlink(path) }
}
