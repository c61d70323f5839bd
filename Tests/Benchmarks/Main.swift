/// `make bench`: one JSON object a line, each a ratio to the least that could be done.
@main
struct Main {
  @MainActor
  static func main() async {
    let index = IndexBench()
    await Measurement("index_lines", of: "200,000 NDJSON records", floor: "counting their lines")
      .run(index)
    index.end()
    await Measurement(
      "layout_million", of: "a frame in 1,000,000 items", floor: "the same in 1,000"
    )
    .run(LayoutBench())
    await Measurement(
      "frame", of: "drawing 49 cells and their damage", floor: "comparing two surfaces"
    )
    .run(FrameBench())
    await Measurement(
      "append", of: "1,000,000 items appended by 100", floor: "the same to an array"
    )
    .run(AppendBench())
  }
}
