internal import Mocoa
internal import MocoaModel

extension Transition {
  /// A group of rows of the viewport during a transition.
  struct Segment: Sendable, Equatable {
    /// The content of a segment.
    enum Content: Sendable, Equatable {
      /// An element of the list.
      case element(ListElement)

      /// The last rendered glyphs of an element that was removed.
      case removedImage(Surface)
    }

    /// The content.
    var content: Content

    /// The row of the viewport at which the segment begins.
    ///
    /// It is negative if the segment begins above the viewport.
    var row: Int

    /// The number of rows, greater than 0.
    var height: Int

    /// The columns of the segment.
    var columns: Range<Int>

    /// The visible fraction of each row of the segment, from the left: 0 to 1.
    var visibleFraction = 1.0

    /// The mark in the gutter, or `nil` for none.
    var mark: Mark?

    /// A Boolean value that indicates whether the segment is moving to another row.
    var isMoving = false

    /// The rows of the segment, inside and outside the viewport.
    var rows: Range<Int> { row..<(row + height) }

    /// The rectangle of the segment in the viewport.
    var rect: Rect {
      Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: height)
    }

    /// The upper left corner of the segment.
    var origin: Point { Point(column: columns.lowerBound, row: row) }

    /// The element, or `nil` for an element that was removed.
    var element: ListElement? {
      // Swift 6.3 fails to optimize the callers into which this getter is inlined.
      @inline(never) get { if case .element(let element) = content { element } else { nil } }
    }

    /// Creates the segment of an element in a layout.
    init(_ frame: ListLayout.Frame) {
      (content, row, height) = (.element(frame.element), frame.row, frame.height)
      columns = frame.columns
    }

    /// Returns a copy of the segment that shows its rendered glyphs after its element was removed.
    ///
    /// The cursor is erased from the glyphs, because it is on another item now.
    func departing(in image: CanvasImage) -> Segment {
      var glyphs = Surface(size: rect.size)
      glyphs.draw { canvas in
        canvas.copy(rect, of: image, to: Point(column: 0, row: 0))
        if element?.path != nil { canvas.fill(Rect(column: 0, row: 0, columns: 2, rows: height)) }
      }
      var ghost = self
      (ghost.content, ghost.visibleFraction, ghost.mark) = (.removedImage(glyphs), 1, nil)
      return ghost
    }
  }

  /// The kind of change that the gutter marks.
  enum Mark: Sendable, Equatable {
    case inserted, updated, moved

    /// The glyph of the mark, which can be distinguished without color.
    var sign: String {
      switch self {
      case .inserted: "+"
      case .updated: "~"
      case .moved: "↕"
      }
    }

    /// The theme role of the mark.
    var role: TextContent.Role {
      switch self {
      case .inserted: .inserted
      case .updated: .updated
      case .moved: .moved
      }
    }
  }

  /// The frame that was shown last, from which the next transition starts.
  struct RenderedFrame {
    /// The segments of the frame, with paths in the list at that time.
    var segments: [Segment]

    /// The glyphs that were rendered.
    var image: CanvasImage

    /// The transition of the frame, or `nil` if the frame shows a layout without a transition.
    var transition: Transition?
    var step: Int

    /// The number of steps in which the next transition collapses removed rows.
    ///
    /// If rows are already collapsing, only the remaining steps count. Otherwise a list that
    /// changes in every frame would never reveal its new rows.
    var closing: Int {
      guard let transition, transition.isClosing(at: step) else { return Transition.closing }
      return transition.closing - step
    }
  }
}
