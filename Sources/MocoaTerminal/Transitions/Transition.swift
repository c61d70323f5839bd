internal import MocoaModel

/// An animated transition between two layouts, which depends on the step and not on a clock.
///
/// Step 0 is the previous frame, and the last step is the plain layout. First, removed rows
/// collapse in place. Then all elements are drawn at their final rows, with two exceptions: moved
/// rows pass through a row halfway, and inserted rows are revealed from the left.
///
/// If the list changes during a transition, the next transition starts with the segments that are
/// visible. Segments that collapse, expand or move continue from their current state.
struct Transition: Sendable, Equatable {
  /// The layout at the end of the transition.
  var layout: ListLayout

  /// For each frame of the layout, in the same order, its state at the start of the transition.
  var targets: [Target]

  /// The segments of the previous frame, with paths in the list after the update.
  ///
  /// They do not move while removed rows collapse.
  var start: [Segment]

  /// The number of rows of the viewport.
  let rows: Int

  /// The number of steps in which removed rows collapse.
  let closing: Int

  /// The number of steps of the transition.
  ///
  /// The last step shows the layout without animation.
  let steps: Int

  /// The amount of animation.
  let motion: Motion

  /// The state of one frame of the layout at the start of the transition.
  struct Target: Sendable, Equatable {
    /// The fraction of the frame that is visible at the start, from 0 to 1.
    var visibleFraction = 1.0

    /// The row that the frame moves from, or `nil` if it does not move.
    var from: Int?

    /// The mark in the gutter, or `nil` for none.
    var mark: Mark?
  }

  /// Returns the segments at a step, from top to bottom.
  ///
  /// They do not overlap, and there are gaps only where the layout has gaps.
  func segments(at step: Int) -> [Segment] {
    if step >= steps { return layout.frames.map { Segment($0) } }
    return step <= closing ? closing(at: step) : opening(at: step)
  }

  /// Returns `true` if removed rows are still collapsing at a step.
  func isClosing(at step: Int) -> Bool { step <= closing && step < steps && closing > 0 }

  private func closing(at step: Int) -> [Segment] {
    start.map { piece in
      var piece = piece
      if case .removedImage = piece.content, step > 0 {
        piece.visibleFraction = min(piece.visibleFraction, Self.closed)
      }
      piece.mark = piece.mark.flatMap { isMarking($0, at: step) ? $0 : nil }
      return piece
    }
  }

  private func opening(at step: Int) -> [Segment] {
    let isRevealed = step - closing >= Self.revealing
    let part = Double(step - closing) / Double(Self.revealing)
    let standing = zip(layout.frames, targets).map { frame, target in
      var piece = Segment(frame)
      if !isRevealed, motion == .full {
        piece.visibleFraction = target.visibleFraction + (1 - target.visibleFraction) * part
      }
      piece.mark = target.mark.flatMap { isMarking($0, at: step, isFar(target, frame)) ? $0 : nil }
      return piece
    }
    return moving(standing, at: step)
  }

  /// Returns the segments in the order of their rows at a step, while some of them are moving.
  private func moving(_ pieces: [Segment], at step: Int) -> [Segment] {
    guard motion == .full, targets.contains(where: { $0.from != nil }) else { return pieces }
    var resting = pieces.indices.filter { targets[$0].from == nil }[...]
    var travelling = pieces.indices.filter { targets[$0].from != nil }
      .map { (row: targetRow($0, at: step), index: $0) }.sorted { $0 < $1 }[...]
    var row = pieces.first?.row ?? 0
    var result: [Segment] = []
    while let index = next(&travelling, &resting, at: row) {
      var piece = pieces[index]
      piece.isMoving = targets[index].from != nil && row != piece.row
      piece.row = row
      row += piece.height
      result.append(piece)
    }
    return result.filter { $0.rows.upperBound > 0 && $0.row < rows }
  }

  private func next(
    _ travelling: inout ArraySlice<(row: Int, index: Int)>, _ resting: inout ArraySlice<Int>,
    at row: Int
  ) -> Int? {
    if let first = travelling.first, first.row <= row || resting.isEmpty {
      travelling.removeFirst()
      return first.index
    }
    return resting.popFirst()
  }

  private func targetRow(_ index: Int, at step: Int) -> Int {
    let to = layout.frames[index]
    guard let from = targets[index].from, isFar(targets[index], to), step - closing < Self.moving
    else { return to.row }
    return to.row + (from - to.row) * (Self.moving - (step - closing)) / Self.moving
  }
}

// MARK: - Timing

extension Transition {
  /// The number of steps in which rows collapse, and in which rows are revealed.
  static let (closing, revealing) = (2, 4)

  /// The visible fraction of a collapsing row.
  ///
  /// A row is shortened only once before it is removed, because a second step may cost as many
  /// bytes as the removal.
  private static let closed = 1.0 / 3

  /// The number of steps in which a row moves to a distant row.
  private static let moving = 2

  /// The minimum distance of a distant row, in rows.
  ///
  /// Terminals scroll only runs of three rows or more. A shorter animated move would therefore send
  /// the rows in between again at every step.
  private static let far = 8

  /// The number of steps for which a mark is visible.
  private static let marking = 2

  /// Returns `true` if a frame moves to a distant row, and so passes through rows in between.
  private func isFar(_ target: Target, _ frame: ListLayout.Frame) -> Bool {
    Self.isFar(target, frame)
  }

  fileprivate static func isFar(_ target: Target, _ frame: ListLayout.Frame) -> Bool {
    target.from.map { abs($0 - frame.row) >= far } ?? false
  }

  /// Returns `true` if a mark is visible at a step.
  ///
  /// With full motion, only changes that are easy to miss have marks: changed content and short
  /// moves.
  private func isMarking(_ mark: Mark, at step: Int, _ isFar: Bool = false) -> Bool {
    switch (motion, mark) {
    case (.off, _): false
    case (.reduced, _): step > 0
    case (.full, .inserted): false
    case (.full, .moved): !isFar && (1...Self.marking).contains(step - closing)
    case (.full, .updated): (1...Self.marking).contains(step)
    }
  }

  /// Returns the number of steps of a transition, including those in which removed rows collapse.
  static func steps(
    for targets: [Target], of layout: ListLayout, after closing: Int
  ) -> Int {
    zip(targets, layout.frames).map { target, frame in
      if target.visibleFraction < 1 { return closing + revealing }
      if isFar(target, frame) { return closing + moving }
      switch target.mark {
      case .updated: return max(closing, marking) + 1
      case .moved: return closing + marking + 1
      case .inserted, nil: return closing + 1
      }
    }.max() ?? closing + 1
  }
}
