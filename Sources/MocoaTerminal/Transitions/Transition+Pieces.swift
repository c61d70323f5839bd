internal import Mocoa
internal import MocoaModel

extension Transition {
  /// Something that takes rows of the viewport while a list changes.
  struct Piece: Sendable, Equatable {
    /// What is drawn.
    enum Content: Sendable, Equatable {
      /// An element of the list.
      case element(ListElement)

      /// What was last seen of an element that is not there any more.
      case ghost(Surface)
    }

    /// What is drawn.
    var content: Content

    /// Its first row in the viewport; negative where it begins above.
    var row: Int

    /// The number of its rows; above 0.
    var height: Int

    /// The columns it takes.
    var columns: Range<Int>

    /// How much of it is seen, from the left: 0 to 1.
    var share = 1.0

    /// What the gutter says of it.
    var mark: Mark?

    /// Whether it is on its way to another row.
    var isTravelling = false

    /// The rows it takes, inside and outside the viewport.
    var rows: Range<Int> { row..<(row + height) }

    /// The part of the viewport it takes.
    var rect: Rect {
      Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: height)
    }

    /// Its upper left corner.
    var origin: Point { Point(column: columns.lowerBound, row: row) }

    /// The element; nil for a ghost.
    var element: ListElement? {
      // Swift 6.3 fails to optimize those that this becomes a part of.
      @inline(never) get { if case .element(let element) = content { element } else { nil } }
    }

    /// A frame of a layout.
    init(_ frame: ListLayout.Frame) {
      (content, row, height) = (.element(frame.element), frame.row, frame.height)
      columns = frame.columns
    }

    /// What is left of a piece that leaves: its glyphs without the cursor, which is elsewhere now.
    func ghost(in surface: Surface) -> Piece {
      var glyphs = Surface(size: rect.size)
      glyphs.draw { canvas in
        let part = rect.intersection(Rect(surface.size))
        let place = Point(
          column: part.origin.column - origin.column, row: part.origin.row - origin.row)
        canvas.copy(part, of: surface, to: place)
        if element?.path != nil { canvas.fill(Rect(column: 0, row: 0, columns: 2, rows: height)) }
      }
      var ghost = self
      (ghost.content, ghost.share, ghost.mark) = (.ghost(glyphs), 1, nil)
      return ghost
    }
  }

  /// What happened to an element, as the gutter says it.
  enum Mark: Sendable, Equatable {
    case inserted, updated, moved

    /// One glyph that can be read without colour.
    var sign: String {
      switch self {
      case .inserted: "+"
      case .updated: "•"
      case .moved: "↕"
      }
    }

    /// What it is to the reader.
    var role: TextContent.Role {
      switch self {
      case .inserted: .inserted
      case .updated: .updated
      case .moved: .moved
      }
    }
  }

  /// What was drawn last, from which the next transition begins.
  struct Shown {
    /// The pieces, in positions of the list at that time.
    var pieces: [Piece]

    /// Their glyphs.
    var surface: Surface

    /// The transition that they were part of, and its step.
    var transition: Transition?
    var step: Int

    /// How many steps there are to close what leaves: those that are left where something was
    /// closing already, or a list that changes with every frame would never open.
    var closing: Int {
      guard let transition, transition.isClosing(at: step) else { return Transition.closing }
      return transition.closing - step
    }
  }
}
