import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

/// Returns the drawing on a surface of a size.
///
/// Draws twice, and expects equal results.
@MainActor
func surface(
  columns: Int, rows: Int = 1, sourceLocation: SourceLocation = #_sourceLocation,
  _ draw: (inout Canvas) -> Void
) -> Surface {
  var surface = Surface(size: Size(columns: columns, rows: rows))
  surface.draw(draw)
  #expect(surface.invariantViolation() == nil, sourceLocation: sourceLocation)
  let first = surface
  surface.draw(draw)
  #expect(surface == first, "drawing twice", sourceLocation: sourceLocation)
  return surface
}

/// Returns the rows of a surface without trailing blanks.
@MainActor
func rows(_ surface: Surface) -> [String] {
  surface.description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// The widths at which cells are drawn.
let widths = [0, 1, 2, 20, 40, 80]

/// Returns a text repeated a number of times.
func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

/// Returns the drawing of a list.
@MainActor
func listSurface(
  _ list: ListViewModel, columns: Int, rows: Int, debug: Bool = false, moves: [Movement] = []
) -> Surface {
  list.prepareIfNeeded()
  let renderer = ListRenderer(list, isDebugging: debug)
  let size = Size(columns: columns, rows: rows)
  renderer.layOut(in: size)
  for movement in moves {
    renderer.move(movement)
    renderer.layOut(in: size)
  }
  return surface(columns: columns, rows: rows) { renderer.draw(into: &$0) }
}
