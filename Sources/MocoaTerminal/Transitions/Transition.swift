internal import MocoaModel

/// What is shown between two layouts: a function of the step, without any clock.
///
/// Step 0 is what was shown before, the last step is the plain layout. First what leaves closes,
/// where it stands; then everything stands where the layout has it, but for what moves, which passes
/// through a place half way, and what arrives is uncovered from the left.
///
/// A transition that is interrupted is the beginning of the next: whatever was shown is handed on as
/// pieces, and those that were about to close, to open or to move go on from there.
struct Transition: Sendable, Equatable {
  /// The layout that it leads to.
  var layout: ListLayout

  /// How each frame of the layout comes to be there.
  var targets: [Target]

  /// What was shown before, in positions of the list after; it stands still while something closes.
  var start: [Piece]

  /// The rows of the viewport.
  let rows: Int

  /// In how many steps something closes.
  let closing: Int

  /// The number of steps, of which the last is the plain layout.
  let steps: Int

  /// How much moves.
  let motion: Motion

  /// How one frame of a layout comes to be there.
  struct Target: Sendable, Equatable {
    /// How much of it is seen already.
    var share = 1.0

    /// The row that it moves from; nil for what does not move.
    var from: Int?

    /// What happened to it.
    var mark: Mark?
  }

  /// What is shown at a step, from above: nothing over anything else, and without gaps where the
  /// layout has none.
  func pieces(at step: Int) -> [Piece] {
    if step >= steps { return layout.frames.map { Piece($0) } }
    return step <= closing ? closing(at: step) : opening(at: step)
  }

  /// Whether something is still closing at a step.
  func isClosing(at step: Int) -> Bool { step <= closing && step < steps && closing > 0 }

  private func closing(at step: Int) -> [Piece] {
    start.map { piece in
      var piece = piece
      if case .ghost = piece.content, step > 0 { piece.share = min(piece.share, Self.closed) }
      piece.mark = piece.mark.flatMap { isMarking($0, at: step) ? $0 : nil }
      return piece
    }
  }

  private func opening(at step: Int) -> [Piece] {
    let isRevealed = step - closing >= Self.revealing
    let part = Double(step - closing) / Double(Self.revealing)
    let standing = zip(layout.frames, targets).map { frame, target in
      var piece = Piece(frame)
      if !isRevealed, motion == .full { piece.share = target.share + (1 - target.share) * part }
      piece.mark = target.mark.flatMap { isMarking($0, at: step, isFar(target, frame)) ? $0 : nil }
      return piece
    }
    return moving(standing, at: step)
  }

  /// Takes those that move out of the pieces, and puts them back where they pass by.
  private func moving(_ pieces: [Piece], at step: Int) -> [Piece] {
    guard motion == .full, targets.contains(where: { $0.from != nil }) else { return pieces }
    var resting = pieces.indices.filter { targets[$0].from == nil }[...]
    var travelling = pieces.indices.filter { targets[$0].from != nil }
      .map { (row: place(ofTarget: $0, at: step), index: $0) }.sorted { $0 < $1 }[...]
    var row = pieces.first?.row ?? 0
    var result: [Piece] = []
    while let index = next(&travelling, &resting, at: row) {
      var piece = pieces[index]
      piece.isTravelling = targets[index].from != nil && row != piece.row
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

  private func place(ofTarget index: Int, at step: Int) -> Int {
    let to = layout.frames[index]
    guard let from = targets[index].from, isFar(targets[index], to), step - closing < Self.moving
    else { return to.row }
    return to.row + (from - to.row) * (Self.moving - (step - closing)) / Self.moving
  }
}

// MARK: - How long everything takes

extension Transition {
  /// In so many steps something closes, and in so many something arrives.
  static let (closing, revealing) = (2, 4)

  /// So much is seen of what closes.
  ///
  /// It is wiped once and stands: to wipe it again may cost as much as to take it away.
  private static let closed = 1.0 / 3

  /// In so many steps something moves that goes far.
  private static let moving = 2

  /// From so many rows on it is far: less, and the rows between would be sent again at every step,
  /// as a terminal moves three rows or more by itself.
  private static let far = 8

  /// So many steps a mark stands.
  private static let marking = 2

  /// Whether something passes through places on its way.
  private func isFar(_ target: Target, _ frame: ListLayout.Frame) -> Bool {
    Self.isFar(target, frame)
  }

  fileprivate static func isFar(_ target: Target, _ frame: ListLayout.Frame) -> Bool {
    target.from.map { abs($0 - frame.row) >= far } ?? false
  }

  /// Whether a mark is to be seen at a step.
  ///
  /// With full motion it is for what would be overlooked: other content, and a short move.
  private func isMarking(_ mark: Mark, at step: Int, _ isFar: Bool = false) -> Bool {
    switch (motion, mark) {
    case (.off, _): false
    case (.reduced, _): step > 0
    case (.full, .inserted): false
    case (.full, .moved): !isFar && (1...Self.marking).contains(step - closing)
    case (.full, .updated): (1...Self.marking).contains(step)
    }
  }

  /// The steps that are needed after something closed.
  static func steps(
    for targets: [Target], of layout: ListLayout, after closing: Int
  ) -> Int {
    zip(targets, layout.frames).map { target, frame in
      if target.share < 1 { return closing + revealing }
      if isFar(target, frame) { return closing + moving }
      switch target.mark {
      case .updated: return max(closing, marking) + 1
      case .moved: return closing + marking + 1
      case .inserted, nil: return closing + 1
      }
    }.max() ?? closing + 1
  }
}
