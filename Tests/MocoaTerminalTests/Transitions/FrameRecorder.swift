import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

/// A list in a window whose frames are all recorded.
@MainActor
struct FrameRecorder {
  let source: FakeListSource
  let renderer: ListRenderer
  let size: Size

  init(
    _ sections: [FakeListSource.Part], columns: Int = 16, rows: Int = 5,
    motion: Motion = .full, grid: GridStyle? = nil
  ) {
    source = FakeListSource(sections)
    size = Size(columns: columns, rows: rows)
    let module = notesRegistry().define("mocoa://notes/")
    if let grid { module.section.grid(grid) }
    let list = ListViewModel(source: source, module: module)
    list.prepareIfNeeded()
    renderer = ListRenderer(list)
    renderer.motion = motion
    draw()
  }

  init(
    _ notes: [SampleItem], columns: Int = 16, rows: Int = 5, motion: Motion = .full,
    grid: GridStyle? = nil
  ) {
    self.init(
      [FakeListSource.Part(0, notes)], columns: columns, rows: rows, motion: motion, grid: grid)
  }

  /// Returns the current frame.
  @discardableResult
  func draw() -> Surface {
    renderer.display(in: size)
    var surface = Surface(size: size)
    surface.draw { renderer.draw(into: &$0) }
    renderer.didShow(surface)
    #expect(surface.invariantViolation() == nil)
    return surface
  }

  /// The frame of the list without animation, from another renderer with the same state.
  var still: Surface {
    let other = ListRenderer(renderer.list)
    other.motion = .off
    (other.anchor, other.cursor) = (renderer.anchor, renderer.cursor)
    other.cursorWasMoved = renderer.cursorWasMoved
    other.preferredColumn = renderer.preferredColumn
    other.layOut(in: size)
    var surface = Surface(size: size)
    surface.draw { other.draw(into: &$0) }
    renderer.display(in: size)
    return surface
  }

  /// Returns the next frames until the animation ends, at most a limit.
  func frames(_ limit: Int = 7) -> [Surface] {
    var frames = [draw()]
    while renderer.frameDelay != nil, frames.count < limit {
      renderer.advance()
      frames.append(draw())
    }
    return frames
  }

  /// Returns the next frames until the animation ends, as text.
  func film(_ limit: Int = 7) -> String {
    frames(limit).map { rows($0).map { "|" + $0 }.joined(separator: "\n") }
      .joined(separator: "\n--\n")
  }
}

/// Returns items with the given numbers.
func notes(_ numbers: some Sequence<Int>) -> [SampleItem] { numbers.map { note($0) } }

/// Returns frames one below the other, each under a line with its number, as a readable golden
/// film.
@MainActor
func strip(_ frames: [Surface]) -> Surface {
  let size = frames.first?.size ?? Size(columns: 0, rows: 0)
  var strip = Surface(size: Size(columns: size.columns, rows: frames.count * (size.rows + 1)))
  strip.draw { canvas in
    for (number, frame) in frames.enumerated() {
      let top = number * (size.rows + 1)
      let columns = canvas.write(
        "-- \(number) of \(frames.count - 1) ", at: Point(column: 0, row: top))
      for column in columns..<max(columns, size.columns) {
        canvas.write("-", at: Point(column: column, row: top))
      }
      canvas.copy(Rect(size), of: frame, to: Point(column: 0, row: top + 1))
    }
  }
  return strip
}
